import type { ToolOutcome } from '@haft/core';
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
   * Where the schema of a tool stands: in `parametersJsonSchema`, which says more, or in `parameters`, which older models and servers need.
   * Default `parametersJsonSchema`.
   */
  readonly schemas?: 'parametersJsonSchema' | 'parameters';
  /**
   * Where images and PDF files of results stand: inside of the `response`, which Gemini 3 reads, or after it in the same `content`, for models before
   * that. Sounds and films always stand after it. Default `response`.
   */
  readonly media?: GeminiMedia;
}

/** Tools in the form of Google's Gemini API, which Vertex AI has too. */
export interface Gemini extends RequestTools<GeminiTool> {
  /** For `startRun({ target })`: undoes in the arguments what the form of the schemas makes a model write. */
  readonly target: GeminiTarget;
  /** What a request says in `toolConfig`: a setting of the model, which no run has. */
  toolChoice(choice: ToolChoice): GeminiToolConfig;
  /** The model's turn of a whole reply. Calls that came without an id get one, which Gemini is not told. */
  read<Part extends GeminiReplyPart>(reply: GeminiReply<Part>): ModelTurn<GeminiModelContent<Part>>;
  /**
   * Reads a streamed reply, chunk by chunk.
   *
   * @typeParam Part - the parts that the model may write; `Part` of the SDK when tools of the provider's own are in the request
   */
  stream<Part extends GeminiReplyPart = GeminiReplyPart>(): TurnStream<GeminiReply, GeminiModelContent<Part>>;
  /**
   * The one content that answers the calls of a turn; none without calls.
   *
   * @throws HaftError `HAFT_UNANSWERED_CALL`, `HAFT_DEFERRED_OUTCOME`
   */
  results(calls: readonly IdentifiedCall[], outcomes: readonly ToolOutcome[]): GeminiResultContent[];
}

/**
 * Tools for Google's Gemini.
 *
 * @example
 * const google = gemini();
 * const reply = await client.models.generateContent({ model, contents, config: { tools: await google.toolsOf(run) } });
 * const turn = google.read(reply);
 * contents.push(...turn.history, ...google.results(turn.calls, await run.callAll(turn.calls)));
 */
export function gemini({ schemas = 'parametersJsonSchema', media = 'response' }: GeminiOptions = {}): Gemini {
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
