import { refuseUnknownOptions, type ToolOutcome } from '@haft/core';
import { eachBuiltOnce } from '../definitions/built-once.js';
import { requestTools, type RequestTools } from '../definitions/request-tools.js';
import type { ToolChoice } from '../definitions/tool-choice.js';
import { STRICT_OPTION, type StrictOption } from '../definitions/sent-form.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import { anthropicResults } from './anthropic-results.js';
import { AnthropicStream } from './anthropic-stream.js';
import { ANTHROPIC_TOOL_SEARCH, anthropicTool } from './anthropic-tools.js';
import type {
  AnthropicAssistantMessage,
  AnthropicBlock,
  AnthropicEvent,
  AnthropicReply,
  AnthropicReplyBlock,
  AnthropicResultMessage,
  AnthropicTool,
  AnthropicToolSearch,
  AnthropicToolChoice,
} from './anthropic-types.js';
import { anthropicToolChoice } from './anthropic-tool-choice.js';
import { readAnthropic } from './read-anthropic.js';

/** Options of {@link anthropicMessages}. */
export type AnthropicOptions = StrictOption;

/** Tools in the form of Anthropic's Messages API. */
export interface AnthropicMessages extends RequestTools<AnthropicTool | AnthropicToolSearch> {
  /**
   * The target for `startRun({ target })`, which undoes the effect of the schemas' form on the
   * arguments.
   */
  readonly target: 'anthropic';
  /**
   * Returns `tool_choice` of a request. It is a setting of the model, which a run does not have.
   */
  toolChoice(choice: ToolChoice): AnthropicToolChoice;
  /** Reads the model's turn from a whole reply. */
  read<Block extends AnthropicReplyBlock>(reply: AnthropicReply<Block>): ModelTurn<AnthropicAssistantMessage<Block>>;
  /**
   * Reads a streamed reply, event by event.
   *
   * @typeParam Block - the blocks that the model may write, `Anthropic.ContentBlock` if the request
   *   has tools of the provider
   */
  stream<Block extends AnthropicReplyBlock = AnthropicBlock>(): TurnStream<
    AnthropicEvent,
    AnthropicAssistantMessage<Block>
  >;
  /**
   * Returns the one message that answers the calls of a turn, or none without calls.
   *
   * @throws {HaftError} `HAFT_UNANSWERED_CALL`, `HAFT_DEFERRED_OUTCOME`
   */
  results(calls: readonly IdentifiedCall[], outcomes: readonly ToolOutcome[]): AnthropicResultMessage[];
}

/**
 * Returns the tools for Anthropic's Messages API.
 *
 * @example
 * const anthropic = anthropicMessages();
 * const tools = await anthropic.toolsOf(run);
 * const reply = await client.messages.create({ model, max_tokens, messages, tools });
 * const turn = anthropic.read(reply);
 * messages.push(...turn.history, ...anthropic.results(turn.calls, await run.callAll(turn.calls)));
 */
export function anthropicMessages(options: AnthropicOptions = {}): AnthropicMessages {
  refuseUnknownOptions('anthropicMessages', options, STRICT_OPTION);
  const tool = eachBuiltOnce((definition) => anthropicTool(definition, options));
  return {
    target: 'anthropic',
    ...requestTools<AnthropicTool | AnthropicToolSearch>('anthropic', (definitions) => {
      const tools = definitions.map(tool);
      return definitions.some(({ deferred }) => deferred === true) ? [...tools, ANTHROPIC_TOOL_SEARCH] : tools;
    }),
    toolChoice: anthropicToolChoice,
    read: readAnthropic,
    stream: () => new AnthropicStream(),
    results: anthropicResults,
  };
}
