import type { ToolDefinition } from '@haft/core';
import type { Run } from '@haft/runtime';

/**
 * Where the calls of an SDK go: a run; or, for an agent that lives longer than a run, the run that belongs to what the SDK hands to its
 * tools beside their arguments.
 *
 * @typeParam Context - what the SDK hands to its tools
 * @typeParam Tools - the tools by name
 */
export type RunSource<Context, Tools = object> = Run<Tools> | RunOfContext<Context>;

/** Finds the run of a call. */
export interface RunOfContext<Context> {
  /** The tools that the SDK is told of: of any run, as long as all runs have the same. */
  definitions(): Promise<readonly ToolDefinition[]>;
  /**
   * Asked for every call; calls of one conversation must get the same run. What it throws is thrown into the SDK.
   *
   * @example runOf: ({ context }) => context.run
   */
  runOf(context: Context): Run;
}

/** The run of one call. */
export function runOf<Context, Tools>(source: RunSource<Context, Tools>, context: Context): Run {
  return 'runOf' in source ? source.runOf(context) : source;
}
