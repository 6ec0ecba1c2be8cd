import type { ToolOutcome } from '@haft/core';
import { eachBuiltOnce } from '../definitions/built-once.js';
import { requestTools, type RequestTools } from '../definitions/request-tools.js';
import type { ToolChoice } from '../definitions/tool-choice.js';
import type { StrictOption } from '../definitions/sent-form.js';
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

/** Options of {@link bedrockConverse}. Not all models behind Bedrock know strict mode: `strict: false` for those. */
export type BedrockOptions = StrictOption;

/** Tools in the form of Amazon Bedrock's Converse API. */
export interface BedrockConverse extends RequestTools<BedrockTool> {
  /** For `startRun({ target })`: undoes in the arguments what the form of the schemas makes a model write. */
  readonly target: 'bedrock';
  /**
   * What a request says in `toolConfig.toolChoice`: a setting of the model, which no run has.
   *
   * @throws HaftError `HAFT_INVALID_OPTION` for `none`, for which Converse has no word
   */
  toolChoice(choice: ToolChoice): BedrockToolChoice;
  /** The model's turn of a whole reply. */
  read<Block extends BedrockReplyBlock>(reply: BedrockReply<Block>): ModelTurn<BedrockAssistantMessage<Block>>;
  /** Reads a streamed reply, event by event. What tools of the provider's own did is not in its history. */
  stream(): TurnStream<BedrockEvent, BedrockAssistantMessage>;
  /**
   * The one message that answers the calls of a turn; none without calls.
   *
   * @throws HaftError `HAFT_UNANSWERED_CALL`, `HAFT_DEFERRED_OUTCOME`
   */
  results(calls: readonly IdentifiedCall[], outcomes: readonly ToolOutcome[]): BedrockResultMessage[];
}

/**
 * Tools for Amazon Bedrock's Converse API, whose data are in the form of the AWS SDK: bytes are `Uint8Array`.
 *
 * @example
 * const bedrock = bedrockConverse();
 * const tools = await bedrock.toolsOf(run);
 * const reply = await client.send(new ConverseCommand({ modelId, messages, toolConfig: { tools } }));
 * const turn = bedrock.read(reply);
 * messages.push(...turn.history, ...bedrock.results(turn.calls, await run.callAll(turn.calls)));
 */
export function bedrockConverse(options: BedrockOptions = {}): BedrockConverse {
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
