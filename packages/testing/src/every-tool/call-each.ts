import { requireKind, requireOneOf, type ToolCall, type ToolDefinition, type ToolOutcome } from '@haft/core';
import type { RunEventListener, RunOptions } from '@haft/runtime';
import type { JsonValue } from '@haft/schema';
import type { EveryToolOptions } from './every-tool-options.js';
import { combinedReport, reportOf, type EveryToolReport, type ObservedCall } from './every-tool-report.js';

/**
 * The part of a runtime that the helpers use. Every runtime of `createRuntime` fits, whatever its
 * tools.
 */
export interface AnyRuntime {
  /** Starts a run. The helper ends it. */
  startRun(options?: RunOptions): StartedRun;
}

interface StartedRun {
  definitions(): Promise<readonly ToolDefinition[]>;
  call(call: ToolCall): Promise<ToolOutcome>;
  end(): Promise<void>;
}

/**
 * Calls every tool with the arguments from `argumentsFor`. Makes one call after another, each in a
 * separate run, so that no budget or limit of a run interferes.
 */
export async function callEach(
  runtime: AnyRuntime,
  options: EveryToolOptions,
  argumentsFor: (definition: ToolDefinition, runs: number, seed: number) => readonly JsonValue[],
  problemOf: (outcome: ToolOutcome) => string | undefined,
): Promise<EveryToolReport> {
  requireKind('The runtime', runtime, { methods: ['startRun'], name: 'a runtime' });
  requireKind('The options', options, 'an object');
  const { tools = () => true, onProblem, runs = 20, seed = 1, ...runOptions } = options;
  if (onProblem !== undefined) requireOneOf('onProblem', onProblem, ['throw', 'report']);
  const definitions = await inNewRun(runtime, runOptions, async (run) => run.definitions());
  const reports = [];
  for (const definition of definitions.filter(tools)) {
    const calls: ObservedCall[] = [];
    for (const args of argumentsFor(definition, runs, seed)) {
      const call = { name: definition.name, arguments: JSON.stringify(args) };
      let error: unknown;
      const onEvent: RunEventListener = (event) => {
        if (event.type === 'exception') ({ error } = event);
        runOptions.onEvent?.(event);
      };
      const outcome = await inNewRun(runtime, { ...runOptions, onEvent }, async (run) => run.call(call));
      calls.push({ arguments: args, outcome, error });
    }
    reports.push(reportOf(definition.name, calls, problemOf));
  }
  return combinedReport(reports, onProblem);
}

async function inNewRun<T>(runtime: AnyRuntime, options: RunOptions, use: (run: StartedRun) => Promise<T>): Promise<T> {
  const run = runtime.startRun(options);
  try {
    return await use(run);
  } finally {
    await run.end();
  }
}
