import { nextTurn } from './next-turn.js';

/** Whether what a method returned is an async generator: what it yields is progress, what it returns is the result. */
export function isProgressive(result: unknown): result is AsyncGenerator {
  return (
    typeof result === 'object' &&
    result !== null &&
    Symbol.asyncIterator in result &&
    typeof (result as { readonly next?: unknown }).next === 'function'
  );
}

/**
 * Runs a generator to its end, and reports what it yields. When the call is over, the generator is ended. One that never waits for
 * anything would let no timer run, and no deadline come: now and then everybody else has a turn.
 *
 * @param stopped - why the call is over; undefined while it is not
 */
export async function drained(
  generator: AsyncGenerator,
  report: (progress: unknown) => void,
  stopped: () => Error | undefined,
): Promise<unknown> {
  let turnAt = Date.now();
  for (;;) {
    const step = await generator.next();
    if (step.done === true) return step.value as unknown;
    const reason = stopped();
    if (reason !== undefined) {
      await generator.return(undefined);
      throw reason;
    }
    report(step.value);
    if (Date.now() - turnAt < LONGEST_TURN_MS) continue;
    await nextTurn();
    turnAt = Date.now();
  }
}

const LONGEST_TURN_MS = 20;
