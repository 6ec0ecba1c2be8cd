import { type ToolOutcome, refuseUnknownOptions, type OptionNames } from '@haft/core';
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
   * The place for images, sounds and PDF files of results, because a tool message cannot carry
   * them: a `message` of the user after the results, or only a note in the `text`. Default
   * `message`.
   */
  readonly media?: ChatMedia;
}

/** Tools in the form of OpenAI's Chat Completions, which many other servers support too. */
export interface OpenAiChat extends RequestTools<ChatTool> {
  /**
   * The target for `startRun({ target })`, which undoes the effect of the schemas' form on the
   * arguments.
   */
  readonly target: 'openai';
  /**
   * Returns `tool_choice` of a request. It is a setting of the model, which a run does not have.
   */
  toolChoice(choice: ToolChoice): ChatToolChoice;
  /** Reads the model's turn from a whole reply. */
  read<Message extends ChatReplyMessage>(reply: ChatReply<Message>): ModelTurn<Message>;
  /** Reads a streamed reply, chunk by chunk. */
  stream(): TurnStream<ChatChunk, ChatAssistantMessage>;
  /**
   * Returns the messages that answer the calls of a turn.
   *
   * @throws {HaftError} `HAFT_UNANSWERED_CALL`, `HAFT_DEFERRED_OUTCOME`
   */
  results(calls: readonly IdentifiedCall[], outcomes: readonly ToolOutcome[]): (ChatToolMessage | ChatMediaMessage)[];
}

/**
 * Returns the tools for OpenAI's Chat Completions.
 *
 * @example
 * const openai = openAiChat();
 * const tools = await openai.toolsOf(run);
 * const reply = await client.chat.completions.create({ model, messages, tools });
 * const turn = openai.read(reply);
 * messages.push(...turn.history, ...openai.results(turn.calls, await run.callAll(turn.calls)));
 */
export function openAiChat(options: OpenAiChatOptions = {}): OpenAiChat {
  refuseUnknownOptions('openAiChat', options, OPTIONS);
  const { media = 'message', ...option } = options;
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

const OPTIONS: OptionNames<OpenAiChatOptions> = {
  strict: true,
  media: true,
};
