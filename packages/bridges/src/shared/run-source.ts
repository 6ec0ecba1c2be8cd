import { HaftError } from '@haft/core';
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
  /**
   * What the SDK is told of when the agent is made: a run that is used for nothing else. The runs of calls must have the same tools, and speak
   * the same dialect (`startRun({ target })`).
   */
  readonly template: Run;
  /**
   * Asked for every call; calls of one conversation must get the same run. What it throws is thrown into the SDK.
   *
   * @example runOf: ({ context }) => context.run
   */
  runOf(context: Context): Run;
}

/** The run that says which tools there are. */
export function templateOf<Context, Tools>(source: RunSource<Context, Tools>): Run {
  return 'runOf' in source ? source.template : source;
}

/**
 * The run of one call.
 *
 * @throws HaftError `HAFT_INVALID_OPTION` when there is none, or when it speaks another dialect than the tools were made for
 */
export function runOf<Context, Tools>(source: RunSource<Context, Tools>, context: Context): Run {
  if (!('runOf' in source)) return source;
  const run = source.runOf(context) as Run | undefined;
  const { target } = source.template;
  if (run === undefined) {
    throw new HaftError('HAFT_INVALID_OPTION', '`runOf` found no run for a call.', {
      hint: 'Give the run of the conversation to the agent, in what it hands to its tools.',
    });
  }
  if (run.target === target) return run;
  const [made, found] = [target ?? 'none', run.target ?? 'none'];
  throw new HaftError(
    'HAFT_INVALID_OPTION',
    `The run of a call has the target ${found}; the tools were made for ${made}.`,
    {
      hint: 'Start the runs of calls with the same target as the template.',
    },
  );
}
