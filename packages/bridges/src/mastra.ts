import type { ToolDefinition } from '@haft/core';
import type { ToolArguments, ToolName } from '@haft/runtime';
import { createTool, type Tool } from '@mastra/core/tools';
import { askBySuspending, type SuspendingContext } from './mastra/ask-by-suspending.js';
import { mastraOutputOf } from './mastra/mastra-output-of.js';
import { refuseTakenNames } from './mastra/refuse-taken-names.js';
import { permissiveSchema } from './shared/permissive-schema.js';
import { plainOutcome, type PlainOutcome } from './shared/plain-outcome.js';
import { runOf, templateOf, type RunOfContext, type RunSource } from './shared/run-source.js';
import { shownForm } from './shared/shown-form.js';

export { fromMastra, type FromMastraOptions, type MastraTool } from './mastra/from-mastra.js';
export type { PlainOutcome, RunOfContext, RunSource };

/** What Mastra hands to a tool beside its arguments; `requestContext` is the host's. */
export type MastraContext = SuspendingContext;

/** Tools of Mastra by name. What they give is plain JSON. */
export type MastraTools<Tools = object> = {
  readonly [Name in ToolName<Tools>]: Tool<ToolArguments<Tools, Name>, PlainOutcome>;
};

/**
 * Gives the tools of a run to Mastra (`@mastra/core` 1). A tool that wants an approval suspends with its request; resume it with a map of
 * decisions, as `run.resume` takes it.
 *
 * @param source - a run; or, for an agent that lives longer, `{ template, runOf }`
 * @throws HaftError `HAFT_INVALID_OPTION` for a parameter whose name Mastra takes for itself
 * @example
 * const agent = new Agent({ id: 'clerk', name: 'Clerk', instructions, model, tools: await toMastra(run) });
 * const paused = await agent.generate('Pay the bill.');
 * const { toolCallId, suspendPayload: request } = paused.suspendPayload;
 * await agent.resumeGenerate({ [request.id]: decision.approve() }, { runId: paused.runId, toolCallId });
 * @example
 * await toMastra({ template: runtime.startRun(), runOf: ({ requestContext }) => requestContext.get('run') });
 */
export async function toMastra<Tools>(source: RunSource<MastraContext, Tools>): Promise<MastraTools<Tools>> {
  const definitions = await templateOf(source).definitions();
  const tools = await Promise.all(
    definitions.map(async (definition) => [definition.name, await toolOf(definition, source)] as const),
  );
  return Object.fromEntries(tools) as unknown as MastraTools<Tools>;
}

async function toolOf<Tools>(definition: ToolDefinition, source: RunSource<MastraContext, Tools>) {
  refuseTakenNames(definition);
  const { name, description } = definition;
  const template = templateOf(source);
  const { parameters, strict, examples } = shownForm(definition, template.target);
  const mayWait = (await template.mayWaitFor(name)).length > 0;
  return createTool({
    id: name,
    description,
    inputSchema: permissiveSchema(parameters),
    ...(strict !== undefined && { strict }),
    ...(examples.length > 0 && { inputExamples: examples.map((input) => ({ input })) }),
    // Mastra makes calls one after the other where there is a tool that has these.
    ...(mayWait && { suspendSchema: permissiveSchema(ANY_OBJECT), resumeSchema: permissiveSchema(ANY_OBJECT) }),
    execute: async (input, context) => {
      const run = runOf(source, context);
      const call = { id: context.agent?.toolCallId, name, arguments: input };
      const asked = await askBySuspending(run, call, context);
      if (asked === 'suspended') return undefined;
      const { abortSignal: signal, writer } = context;
      const onProgress = (progress: unknown): void => void writer?.write(progress).catch(() => undefined);
      return plainOutcome(await run.call(call, { signal, onProgress, onDeferred: asked }));
    },
    toModelOutput: (output) => mastraOutputOf(output as PlainOutcome),
  });
}

const ANY_OBJECT = { type: 'object' } as const;
