/*
 * Passes the tools of a run to Mastra, and turns tools of Mastra into a toolset.
 */

import type { ToolArguments, ToolName } from '@haft/runtime';
import { createTool, type Tool } from '@mastra/core/tools';
import { askBySuspending, type SuspendingContext } from './mastra/ask-by-suspending.js';
import { mastraOutputOf } from './mastra/mastra-output-of.js';
import { refuseTakenNames } from './mastra/refuse-taken-names.js';
import { permissiveSchema } from './shared/permissive-schema.js';
import { plainOutcome, type PlainOutcome } from './shared/plain-outcome.js';
import { runOf, type RunOfContext, type RunSource } from './shared/run-source.js';
import { MASTRA } from './shared/check-peer.js';
import { functionsFor, type ToolFunction } from './shared/tool-function.js';

export { fromMastra, type FromMastraOptions, type MastraTool } from './mastra/from-mastra.js';
export type { PlainOutcome, RunOfContext, RunSource };

/** The additional input of a tool in Mastra. `requestContext` comes from the host. */
export type MastraContext = SuspendingContext;

/** Tools of Mastra by name. Their output is plain JSON. */
export type MastraTools<Tools = object> = {
  readonly [Name in ToolName<Tools>]: Tool<ToolArguments<Tools, Name>, PlainOutcome>;
};

/**
 * Returns the tools of a run for Mastra (`@mastra/core` 1). A tool that requires approval suspends
 * with its request. Resume it with a map of decisions, as for `run.resume`.
 *
 * @param source - a run, or `{ template, runOf }` for an agent that lives longer
 * @throws {HaftError} `HAFT_INVALID_OPTION` for a parameter with a name that Mastra reserves
 * @throws {HaftError} `HAFT_MISSING_PEER` if the installed version of the framework is not
 *   supported
 * @example
 * const tools = await toMastra(run);
 * const agent = new Agent({ id: 'clerk', name: 'Clerk', instructions, model, tools });
 * const paused = await agent.generate('Pay the bill.');
 * const { runId } = paused;
 * const { toolCallId, suspendPayload: request } = paused.suspendPayload;
 * await agent.resumeGenerate({ [request.id]: decision.approve() }, { runId, toolCallId });
 * @example
 * const runOf = ({ requestContext }) => requestContext.get('run');
 * await toMastra({ template: runtime.startRun(), runOf });
 */
export async function toMastra<Tools>(source: RunSource<MastraContext, Tools>): Promise<MastraTools<Tools>> {
  const functions = await functionsFor('toMastra', source, MASTRA);
  return Object.fromEntries(functions.map((one) => [one.name, toolOf(one, source)])) as unknown as MastraTools<Tools>;
}

function toolOf<Tools>(
  { name, description, parameters, strict, examples, mayWaitFor, call }: ToolFunction<MastraContext>,
  source: RunSource<MastraContext, Tools>,
) {
  refuseTakenNames(name, parameters);
  const mayWait = mayWaitFor.length > 0;
  return createTool({
    id: name,
    description,
    inputSchema: permissiveSchema(parameters),
    ...(strict !== undefined && { strict }),
    ...(examples.length > 0 && { inputExamples: examples.map((input) => ({ input })) }),
    // If a tool has these, Mastra makes all calls one after the other.
    ...(mayWait && { suspendSchema: permissiveSchema(ANY_OBJECT), resumeSchema: permissiveSchema(ANY_OBJECT) }),
    execute: async (input, context) => {
      const id = context.agent?.toolCallId;
      const asked = await askBySuspending(runOf(source, context), { id, name, arguments: input }, context);
      if (asked === 'suspended') return undefined;
      const { abortSignal: signal, writer } = context;
      const onProgress = (progress: unknown): void => void writer?.write(progress).catch(() => undefined);
      const { outcome } = await call(input, { id, signal, onProgress, onDeferred: asked, context });
      return plainOutcome(outcome);
    },
    toModelOutput: (output) => mastraOutputOf(output as PlainOutcome),
  });
}

const ANY_OBJECT = { type: 'object' } as const;
