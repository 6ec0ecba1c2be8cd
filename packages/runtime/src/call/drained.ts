import { nextTurn } from '../async/next-turn.js';

/** What a generator method returned, of either kind. */
export type AnyGenerator = AsyncGenerator | Generator;

/** Returns whether a method returned a generator: what it yields is progress, what it returns is the result. */
export function isProgressive(result: unknown): result is AnyGenerator {
  if (typeof result !== 'object' || result === null) return false;
  const { next, throw: raise } = result as { readonly next?: unknown; readonly throw?: unknown };
  if (typeof next !== 'function') return false;
  // The iterator of a list has no `throw`: it is data that JSON cannot carry.
  return Symbol.asyncIterator in result || (Symbol.iterator in result && typeof raise === 'function');
}

/**
 * Runs a generator to its end, and reports what it yields. When the call is over, the generator is ended. One that never waits for
 * anything would let no timer run, and no deadline come: now and then everybody else has a turn.
 *
 * @param stopped - why the call is over; undefined while it is not
 */
export async function drained(
  started: AnyGenerator,
  report: (progress: unknown) => void,
  stopped: () => Error | undefined,
): Promise<unknown> {
  const generator = Symbol.asyncIterator in started ? started : asAsync(started);
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

/** Awaits what a synchronous generator yields and returns, as an async one does itself. */
async function* asAsync(generator: Generator): AsyncGenerator {
  let step = generator.next();
  for (; step.done !== true; step = generator.next()) yield await step.value;
  return step.value as unknown;
}

const LONGEST_TURN_MS = 20;
