import type { ContentPart, DeferralKind, ToolDefinition, ToolOutcome } from '@haft/core';
import type { DeferredHandler } from '@haft/runtime';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { checkPeer, type Peer } from './check-peer.js';
import { ownRequests } from './own-requests.js';
import { requireSource, runOf, templateOf, type RunSource } from './run-source.js';
import { shownForm } from './shown-form.js';

/**
 * A tool of a run as a function, for the tool object of any SDK.
 *
 * @typeParam Context - the additional input of tools in the SDK, for `runOf`
 */
export interface ToolFunction<Context = unknown> {
  /** The name for the model. */
  readonly name: string;
  /** The description for the model. */
  readonly description: string;
  /** The JSON Schema of the arguments, in the dialect of the run. Show it to the model. */
  readonly parameters: JsonSchemaObject;
  /**
   * A JSON Schema that accepts every value. Give it to an SDK that validates arguments itself:
   * otherwise the model reads the SDK's text, or the loop ends with an error.
   */
  readonly open: JsonSchemaObject;
  /** The JSON Schema of the result. Unset if the type of the method has none. */
  readonly result: JsonSchemaObject | undefined;
  /** Examples of arguments, in the dialect of the run. May be empty. */
  readonly examples: readonly Readonly<Record<string, JsonValue>>[];
  /** Whether a provider must enforce the schema. Unset without a dialect. */
  readonly strict: boolean | undefined;
  /** The declared reasons why calls may wait, such as `approval`. */
  readonly mayWaitFor: readonly DeferralKind[];
  /**
   * Makes a call. A mistake of the model becomes an answer.
   *
   * @param args - the arguments as the model sent them: a text or a parsed value
   * @throws {HaftError} only for mistakes of the developer, such as a run that has ended
   */
  readonly call: (args: unknown, options?: FunctionCallOptions<Context>) => Promise<FunctionAnswer>;
}

/** Options of {@link ToolFunction.call}. */
export interface FunctionCallOptions<Context = unknown> {
  /** The provider's id of the call. Haft creates one if the SDK passes none. */
  readonly id?: string | undefined;
  /** The id of the model's message with the call, by which a ledger recognises repeated calls. */
  readonly turn?: string | undefined;
  /** Interrupts this call. */
  readonly signal?: AbortSignal | null | undefined;
  /** Receives the reports of the tool and the values of its generator. */
  readonly onProgress?: ((progress: unknown) => void) | undefined;
  /**
   * The answer of a person who was asked about this call. Calls that its tool makes wait for
   * answers of their own.
   */
  readonly approved?: boolean | undefined;
  /** Decides about this call if it is deferred, in place of `approved`. */
  readonly onDeferred?: DeferredHandler | undefined;
  /** The additional input of the SDK's tool. The source passes it to its `runOf`. */
  readonly context?: Context | undefined;
}

/** The answer to a call, for the model and for the host. */
export interface FunctionAnswer {
  /** The text for the model. */
  readonly text: string;
  /** The same for models that accept media. One part with the text if the tool returned none. */
  readonly parts: readonly ContentPart[];
  /** Whether the SDK should mark the answer as an error. A call that waits is not an error. */
  readonly isError: boolean;
  /** The whole outcome, for the host. */
  readonly outcome: ToolOutcome;
}

/**
 * Returns the tools of a source as functions.
 *
 * @param bridge - the name of the bridge, for messages
 * @param peer - the framework of the bridge. Default: none
 * @throws {HaftError} `HAFT_INVALID_OPTION`, `HAFT_MISSING_PEER`
 */
export async function functionsFor<Context, Tools>(
  bridge: string,
  source: RunSource<Context, Tools>,
  peer?: Peer,
): Promise<readonly ToolFunction<Context>[]> {
  if (peer !== undefined) checkPeer(peer);
  requireSource(bridge, source);
  const definitions = await templateOf(source).definitions();
  return Promise.all(definitions.map((definition) => functionOf(definition, source)));
}

async function functionOf<Context, Tools>(
  definition: ToolDefinition,
  source: RunSource<Context, Tools>,
): Promise<ToolFunction<Context>> {
  const { name, description, result } = definition;
  const template = templateOf(source);
  return {
    name,
    description,
    ...shownForm(definition, template.target),
    open: {},
    result,
    mayWaitFor: await template.mayWaitFor(name),
    call: async (args, { id, turn, signal, onProgress, approved, onDeferred = answered(approved), context } = {}) => {
      const call = { id, turn, name, arguments: args };
      // A source with `runOf` has a context. A run ignores it.
      const run = runOf(source, context as Context);
      return answerOf(await run.call(call, { signal: signal ?? undefined, onProgress, onDeferred }));
    },
  };
}

function answered(approved: boolean | undefined): DeferredHandler | undefined {
  if (approved === undefined) return undefined;
  return (requests) => {
    const approvals = ownRequests(requests).filter(({ kind }) => kind === 'approval');
    return Object.fromEntries(approvals.map(({ id }) => [id, approved]));
  };
}

/** Returns the outcome as an answer. */
export function answerOf(outcome: ToolOutcome): FunctionAnswer {
  const { status, text } = outcome;
  const parts = (status === 'success' ? outcome.parts : undefined) ?? [{ type: 'text', text }];
  return { text, parts, isError: status !== 'success' && status !== 'deferred', outcome };
}
