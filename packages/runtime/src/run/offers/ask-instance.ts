import type { AnyTool } from '@haft/compose';
import { withinTime } from '../../async/within-time.js';
import type { RunState } from '../state/run-state.js';

/** A question to the instance of a toolset. */
export interface Question {
  /** The subject of messages to the developer. */
  readonly what: string;
  /** How long the answer may take, in milliseconds. */
  readonly ms: number;
  readonly ask: (instance: never) => unknown;
}

/**
 * Asks a method of a toolset outside of a call: it lists resources, or completes a value. Returns
 * undefined if it fails or takes too long. The developer reads why.
 */
export async function askInstance(
  run: RunState,
  { body: { instance, target } }: AnyTool,
  { what, ms, ask }: Question,
): Promise<unknown> {
  const asked = async (): Promise<unknown> => {
    const owner = instance ?? (target === undefined ? undefined : await run.scope.resolve(target));
    return ask(owner as never);
  };
  try {
    return await withinTime(asked(), ms, () => new Error(`There was no answer within ${ms / 1000} seconds.`));
  } catch (error) {
    run.runtime.observe.logger.error(`${what} failed.`, { error });
    return undefined;
  }
}
