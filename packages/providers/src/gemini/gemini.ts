import { type ToolOutcome, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { eachBuiltOnce } from '../definitions/built-once.js';
import { requestTools, type RequestTools } from '../definitions/request-tools.js';
import type { ToolChoice } from '../definitions/tool-choice.js';
import { refuseDeferred } from '../definitions/refuse-deferred.js';
import type { IdentifiedCall, ModelTurn } from '../model-turn.js';
import type { TurnStream } from '../turn-stream.js';
import { geminiResults, type GeminiMedia } from './gemini-results.js';
import { GeminiStream } from './gemini-stream.js';
import { geminiFunction, type GeminiTarget } from './gemini-tools.js';
import type {
  GeminiModelContent,
  GeminiReply,
  GeminiReplyPart,
  GeminiResultContent,
  GeminiTool,
  GeminiToolConfig,
} from './gemini-types.js';
import { geminiToolChoice } from './gemini-tool-choice.js';
import { readGemini } from './read-gemini.js';

/** Options of {@link gemini}. */
export interface GeminiOptions {
  /**
   * The field for the schema of a tool: `parametersJsonSchema` supports more keywords, and older
   * models and servers need `parameters`. Default `parametersJsonSchema`.
   */
  readonly schemas?: 'parametersJsonSchema' | 'parameters';
  /**
   * The place for images and PDF files of results: inside the `response`, which Gemini 3 reads, or
   * after it in the same `content`, for earlier models. Sounds and films are always after it.
   * Default `response`.
   */
  readonly media?: GeminiMedia;
}

/** Tools in the form of Google's Gemini API, also on Vertex AI. */
export interface Gemini extends RequestTools<GeminiTool> {
  /**
   * The target for `startRun({ target })`, which undoes the effect of the schemas' form on the
   * arguments.
   */
  readonly target: GeminiTarget;
  /** Returns `toolConfig` of a request. It is a setting of the model, which a run does not have. */
  toolChoice(choice: ToolChoice): GeminiToolConfig;
  /**
   * Reads the model's turn from a whole reply. Calls without an id get one, which is never sent to
   * Gemini.
   */
  read<Part extends GeminiReplyPart>(reply: GeminiReply<Part>): ModelTurn<GeminiModelContent<Part>>;
  /**
   * Reads a streamed reply, chunk by chunk.
   *
   * @typeParam Part - the parts that the model may write, `Part` of the SDK if the request has
   *   tools of the provider
   */
  stream<Part extends GeminiReplyPart = GeminiReplyPart>(): TurnStream<GeminiReply, GeminiModelContent<Part>>;
  /**
   * Returns the one content that answers the calls of a turn, or none without calls.
   *
   * @throws {HaftError} `HAFT_UNANSWERED_CALL`, `HAFT_DEFERRED_OUTCOME`
   */
  results(calls: readonly IdentifiedCall[], outcomes: readonly ToolOutcome[]): GeminiResultContent[];
}

/**
 * Returns the tools for Google's Gemini.
 *
 * @example
 * const google = gemini();
 * const config = { tools: await google.toolsOf(run) };
 * const reply = await client.models.generateContent({ model, contents, config });
 * const turn = google.read(reply);
 * contents.push(...turn.history, ...google.results(turn.calls, await run.callAll(turn.calls)));
 */
export function gemini(options: GeminiOptions = {}): Gemini {
  refuseUnknownOptions('gemini', options, OPTIONS);
  const { schemas = 'parametersJsonSchema', media = 'response' } = options;
  const target: GeminiTarget = schemas === 'parameters' ? 'gemini' : 'gemini-json-schema';
  const declaration = eachBuiltOnce((definition) => geminiFunction(definition, target));
  return {
    target,
    ...requestTools(target, (definitions) => {
      refuseDeferred(definitions, 'Gemini');
      return definitions.length === 0 ? [] : [{ functionDeclarations: definitions.map(declaration) }];
    }),
    toolChoice: geminiToolChoice,
    read: readGemini,
    stream: () => new GeminiStream(),
    results: (calls, outcomes) => geminiResults(calls, outcomes, media),
  };
}

const OPTIONS: OptionNames<GeminiOptions> = {
  schemas: true,
  media: true,
};
