import type { ToolOutcome } from '@haft/core';
import { eachBuiltOnce } from '../definitions/built-once.js';
import { requestTools, type RequestTools } from '../definitions/request-tools.js';
import type { ToolChoice } from '../definitions/tool-choice.js';
import type { StrictOption } from '../definitions/sent-form.js';
import { refuseDeferred } from '../definitions/refuse-deferred.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import { chatResults, type ChatMedia } from './chat-results.js';
import { ChatStream } from './chat-stream.js';
import { chatTool } from './chat-tool.js';
import type {
  ChatAssistantMessage,
  ChatChunk,
  ChatMediaMessage,
  ChatReply,
  ChatReplyMessage,
  ChatTool,
  ChatToolMessage,
  ChatToolChoice,
} from './chat-types.js';
import { chatToolChoice } from './chat-tool-choice.js';
import { readChat } from './read-chat.js';

/** Options of {@link openAiChat}. */
export interface OpenAiChatOptions extends StrictOption {
  /**
   * Where images, sounds and PDF files of results go, which a tool message cannot carry: into a `message` of the user after the results, or
   * nowhere, with a note in the `text`. Default `message`.
   */
  readonly media?: ChatMedia;
}

/** Tools in the form of OpenAI's Chat Completions, which many other servers speak too. */
export interface OpenAiChat extends RequestTools<ChatTool> {
  /** For `startRun({ target })`: undoes in the arguments what the form of the schemas makes a model write. */
  readonly target: 'openai';
  /** What a request says in `tool_choice`: a setting of the model, which no run has. */
  toolChoice(choice: ToolChoice): ChatToolChoice;
  /** The model's turn of a whole reply. */
  read<Message extends ChatReplyMessage>(reply: ChatReply<Message>): ModelTurn<Message>;
  /** Reads a streamed reply, chunk by chunk. */
  stream(): TurnStream<ChatChunk, ChatAssistantMessage>;
  /**
   * The messages that answer the calls of a turn.
   *
   * @throws HaftError `HAFT_UNANSWERED_CALL`, `HAFT_DEFERRED_OUTCOME`
   */
  results(calls: readonly IdentifiedCall[], outcomes: readonly ToolOutcome[]): (ChatToolMessage | ChatMediaMessage)[];
}

/**
 * Tools for OpenAI's Chat Completions.
 *
 * @example
 * const openai = openAiChat();
 * const reply = await client.chat.completions.create({ model, messages, tools: await openai.toolsOf(run) });
 * const turn = openai.read(reply);
 * messages.push(...turn.history, ...openai.results(turn.calls, await run.callAll(turn.calls)));
 */
export function openAiChat({ media = 'message', ...option }: OpenAiChatOptions = {}): OpenAiChat {
  const tool = eachBuiltOnce((definition) => chatTool(definition, option));
  return {
    target: 'openai',
    ...requestTools('openai', (definitions) => {
      refuseDeferred(definitions, 'OpenAI Chat Completions');
      return definitions.map(tool);
    }),
    toolChoice: chatToolChoice,
    read: readChat,
    stream: () => new ChatStream(),
    results: (calls, outcomes) => chatResults(calls, outcomes, media),
  };
}
