import { refuseUnknownOptions, type ToolOutcome } from '@haft/core';
import { eachBuiltOnce } from '../definitions/built-once.js';
import { requestTools, type RequestTools } from '../definitions/request-tools.js';
import type { ToolChoice } from '../definitions/tool-choice.js';
import { STRICT_OPTION, type StrictOption } from '../definitions/sent-form.js';
import { refuseDeferred } from '../definitions/refuse-deferred.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import { bedrockResults } from './bedrock-results.js';
import { BedrockStream } from './bedrock-stream.js';
import { bedrockTool } from './bedrock-tool.js';
import type {
  BedrockAssistantMessage,
  BedrockEvent,
  BedrockReply,
  BedrockReplyBlock,
  BedrockResultMessage,
  BedrockTool,
  BedrockToolChoice,
} from './bedrock-types.js';
import { bedrockToolChoice } from './bedrock-tool-choice.js';
import { readBedrock } from './read-bedrock.js';

/**
 * Options of {@link bedrockConverse}. Some models behind Bedrock do not support strict mode: use
 * `strict: false` for them.
 */
export type BedrockOptions = StrictOption;

/** Tools in the form of Amazon Bedrock's Converse API. */
export interface BedrockConverse extends RequestTools<BedrockTool> {
  /**
   * The target for `startRun({ target })`, which undoes the effect of the schemas' form on the
   * arguments.
   */
  readonly target: 'bedrock';
  /**
   * Returns `toolConfig.toolChoice` of a request. It is a setting of the model, which a run does
   * not have.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` for `none`, which Converse does not support
   */
  toolChoice(choice: ToolChoice): BedrockToolChoice;
  /** Reads the model's turn from a whole reply. */
  read<Block extends BedrockReplyBlock>(reply: BedrockReply<Block>): ModelTurn<BedrockAssistantMessage<Block>>;
  /** Reads a streamed reply, event by event. Its history omits the work of the provider's tools. */
  stream(): TurnStream<BedrockEvent, BedrockAssistantMessage>;
  /**
   * Returns the one message that answers the calls of a turn, or none without calls.
   *
   * @throws {HaftError} `HAFT_UNANSWERED_CALL`, `HAFT_DEFERRED_OUTCOME`
   */
  results(calls: readonly IdentifiedCall[], outcomes: readonly ToolOutcome[]): BedrockResultMessage[];
}

/**
 * Returns the tools for Amazon Bedrock's Converse API. Data are in the form of the AWS SDK: bytes
 * are `Uint8Array`.
 *
 * @example
 * const bedrock = bedrockConverse();
 * const toolConfig = { tools: await bedrock.toolsOf(run) };
 * const reply = await client.send(new ConverseCommand({ modelId, messages, toolConfig }));
 * const turn = bedrock.read(reply);
 * messages.push(...turn.history, ...bedrock.results(turn.calls, await run.callAll(turn.calls)));
 */
export function bedrockConverse(options: BedrockOptions = {}): BedrockConverse {
  refuseUnknownOptions('bedrockConverse', options, STRICT_OPTION);
  const tool = eachBuiltOnce((definition) => bedrockTool(definition, options));
  return {
    target: 'bedrock',
    ...requestTools('bedrock', (definitions) => {
      refuseDeferred(definitions, 'Bedrock Converse');
      return definitions.map(tool);
    }),
    toolChoice: bedrockToolChoice,
    read: readBedrock,
    stream: () => new BedrockStream(),
    results: bedrockResults,
  };
}
