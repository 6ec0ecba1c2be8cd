import { type ToolOutcome, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { eachBuiltOnce } from '../definitions/built-once.js';
import { requestTools, type RequestTools } from '../definitions/request-tools.js';
import type { ToolChoice } from '../definitions/tool-choice.js';
import type { StrictOption } from '../definitions/sent-form.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import { readResponses } from './read-responses.js';
import { responsesResults } from './responses-results.js';
import { ResponsesStream } from './responses-stream.js';
import { responsesFunction, responsesTools, type ResponsesNamespaces } from './responses-tools.js';
import type {
  ResponsesEvent,
  ResponsesFunctionOutput,
  ResponsesItem,
  ResponsesOutputItem,
  ResponsesReply,
  ResponsesTool,
  ResponsesToolChoice,
} from './responses-types.js';
import { responsesToolChoice } from './responses-tool-choice.js';

/** Options of {@link openAiResponses}. */
export interface OpenAiResponsesOptions extends StrictOption {
  /**
   * Whether each toolset becomes a namespace of the provider. An object has descriptions by the
   * name of the toolset. Without a description, its tools are listed. Older models accept no
   * namespaces. Default false.
   */
  readonly namespaces?: ResponsesNamespaces;
}

/** Tools in the form of OpenAI's Responses API. */
export interface OpenAiResponses extends RequestTools<ResponsesTool> {
  /**
   * The target for `startRun({ target })`, which undoes the effect of the schemas' form on the
   * arguments.
   */
  readonly target: 'openai';
  /**
   * Returns `tool_choice` of a request. It is a setting of the model, which a run does not have.
   */
  toolChoice(choice: ToolChoice): ResponsesToolChoice;
  /**
   * Reads the model's turn from a whole reply. With `previous_response_id`, the provider already
   * has its `history`.
   *
   * @typeParam Item - the type of the history, which has all items, also those of the provider's
   *   tools
   */
  read<Item extends ResponsesItem = ResponsesOutputItem>(reply: ResponsesReply): ModelTurn<Item>;
  /**
   * Reads a streamed reply, event by event.
   *
   * @typeParam Item - the type of the history, which has all items, also those of the provider's
   *   tools
   */
  stream<Item extends ResponsesItem = ResponsesOutputItem>(): TurnStream<ResponsesEvent, Item>;
  /**
   * Returns the items that answer the calls of a turn.
   *
   * @throws {HaftError} `HAFT_UNANSWERED_CALL`, `HAFT_DEFERRED_OUTCOME`
   */
  results(calls: readonly IdentifiedCall[], outcomes: readonly ToolOutcome[]): ResponsesFunctionOutput[];
}

/**
 * Returns the tools for OpenAI's Responses API.
 *
 * @example
 * const openai = openAiResponses({ namespaces: true });
 * const reply = await client.responses.create({ model, input, tools: await openai.toolsOf(run) });
 * const turn = openai.read(reply);
 * input.push(...turn.history, ...openai.results(turn.calls, await run.callAll(turn.calls)));
 */
export function openAiResponses(options: OpenAiResponsesOptions = {}): OpenAiResponses {
  refuseUnknownOptions('openAiResponses', options, OPTIONS);
  const { namespaces = false, ...option } = options;
  const tool = eachBuiltOnce((definition) => responsesFunction(definition, option));
  return {
    target: 'openai',
    ...requestTools('openai', (definitions) => responsesTools(definitions, tool, namespaces)),
    toolChoice: responsesToolChoice,
    read: <Item extends ResponsesItem>(reply: ResponsesReply) => readResponses(reply as ResponsesReply<Item>),
    stream: () => new ResponsesStream(),
    results: responsesResults,
  };
}

const OPTIONS: OptionNames<OpenAiResponsesOptions> = {
  strict: true,
  namespaces: true,
};
