import { HaftError, kindOf, requireKind } from '@haft/core';
import type { Run } from '@haft/runtime';
import { isObject } from '@haft/schema/basics';

/**
 * The run for calls of an SDK, or a function that finds it. The function is for an agent that lives
 * longer than a run. It reads the additional input that the SDK passes to its tools.
 *
 * @typeParam Context - the additional input of tools in the SDK
 * @typeParam Tools - the tools by name
 */
export type RunSource<Context, Tools = object> = Run<Tools> | RunOfContext<Context>;

/** Finds the run of a call. */
export interface RunOfContext<Context> {
  /**
   * The run whose tools the SDK sees when you create the agent. Use it for nothing else. The runs
   * of calls must have the same tools and the same dialect (`startRun({ target })`).
   */
  readonly template: Run;
  /**
   * Returns the run of a call. Calls of one conversation must get the same run. Its errors reach
   * the SDK.
   *
   * @example runOf: ({ context }) => context.run
   */
  runOf(context: Context): Run;
}

/** Returns the run that defines the tools. */
export function templateOf<Context, Tools>(source: RunSource<Context, Tools>): Run {
  return 'runOf' in source ? source.template : source;
}

/**
 * Returns the run of one call.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if there is none, or if it has another dialect than the
 *   tools
 */
export function runOf<Context, Tools>(source: RunSource<Context, Tools>, context: Context): Run {
  if (!('runOf' in source)) return source;
  const run = source.runOf(context) as Run | undefined;
  const { target } = source.template;
  if (run === undefined) {
    throw new HaftError('HAFT_INVALID_OPTION', '`runOf` found no run for a call.', {
      hint: 'Pass the run of the conversation to the agent, in the context of its tools.',
    });
  }
  requireRun('The result of `runOf`', run);
  if (run.target === target) return run;
  const [made, found] = [target ?? 'none', run.target ?? 'none'];
  throw new HaftError(
    'HAFT_INVALID_OPTION',
    `The run of a call has the target ${found}, but the tools were made for ${made}.`,
    {
      hint: 'Start the runs of calls with the same target as the template.',
    },
  );
}

/**
 * Rejects a value that is not a run. In JavaScript, it is often the runtime.
 *
 * @param what - the subject of the message
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireRun(what: string, given: unknown): void {
  if (isObject(given) && typeof given['call'] === 'function' && typeof given['definitions'] === 'function') return;
  const isRuntime = isObject(given) && typeof given['startRun'] === 'function';
  const kind = isRuntime ? 'a runtime' : given instanceof Promise ? 'a promise' : kindOf(given);
  const hint = given instanceof Promise ? 'Await it first, and pass the run.' : 'Give a run: runtime.startRun().';
  throw new HaftError('HAFT_INVALID_OPTION', `${what} is ${kind}, and not a run.`, { hint });
}

/**
 * Rejects a value that is neither a run nor a source of runs.
 *
 * @param bridge - the name of the bridge, for the message
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function requireSource(bridge: string, source: unknown): void {
  // A runtime has an inner function of this name too.
  if (!isObject(source) || !('runOf' in source) || 'startRun' in source) {
    requireRun(`The argument of ${bridge}()`, source);
    return;
  }
  requireKind(`${bridge} runOf`, source['runOf'], 'a function');
  requireRun(`${bridge} template`, source['template']);
}
