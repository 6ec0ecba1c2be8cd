import { requireKind } from '@haft/core';
import { nextTurn } from '@haft/core/internal';
import type { Call } from './call.js';

/** The result of a generator method, synchronous or asynchronous. */
export type AnyGenerator = AsyncGenerator | Generator;

/**
 * Returns whether a method returned a generator, or another asynchronous iterable. Yielded values
 * are progress, and the returned value is the result.
 *
 * @param result - the return value of a method
 */
export function isProgressive(result: unknown): result is AnyGenerator {
  if (typeof result !== 'object' || result === null) return false;
  if (hasAsyncIterator(result)) return !isStream(result);
  // An iterator of a list has no `throw`. It is data that JSON has no form for.
  return Symbol.iterator in result && typeof (result as { readonly throw?: unknown }).throw === 'function';
}

/** Returns whether a value is an asynchronous iterable. To read takes less time than `in`. */
export function hasAsyncIterator(value: object): boolean {
  return (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] !== undefined;
}

/** Returns whether a value is a stream of bytes, which is such data, too. */
function isStream(value: object): boolean {
  const { getReader, pipe } = value as Readonly<Record<string, unknown>>;
  return typeof (getReader ?? pipe) === 'function';
}

/**
 * Runs a generator to its end, and reports the values that it yields. If the call is over, it ends
 * the generator. It gives other code a turn every 20 milliseconds, since a generator that never
 * waits would block timers and so the deadline.
 *
 * @param started - the generator
 * @param report - receives each yielded value
 * @param stopped - returns the reason why the call is over, or undefined
 * @returns the value that the generator returns
 * @throws the reason if the call is over, or an error of the generator
 */
export async function drained(
  started: AnyGenerator,
  report: (progress: unknown) => void,
  stopped: () => Error | undefined,
): Promise<unknown> {
  requireKind('The second argument of drained()', report, 'a function');
  requireKind('The third argument of drained()', stopped, 'a function');
  if (!isProgressive(started)) {
    requireKind('The first argument of drained()', started, { methods: ['next', 'throw'], name: 'a generator' });
  }
  const over = stopped();
  if (over !== undefined) throw over;
  const generator: AsyncIterator<unknown> =
    Symbol.asyncIterator in started ? started[Symbol.asyncIterator]() : asAsync(started);
  let turnAt = Date.now();
  for (;;) {
    const step = await generator.next();
    if (step.done === true) return step.value;
    const reason = stopped();
    if (reason !== undefined) {
      await generator.return?.(undefined);
      throw reason;
    }
    report(step.value);
    if (Date.now() - turnAt < LONGEST_TURN_MS) continue;
    await nextTurn();
    turnAt = Date.now();
  }
}

/** Awaits the values of a synchronous generator, as an asynchronous one does. */
async function* asAsync(generator: Generator): AsyncGenerator {
  let step = generator.next();
  for (; step.done !== true; step = generator.next()) yield await step.value;
  return step.value as unknown;
}

const LONGEST_TURN_MS = 20;

/** Returns the result of a generator. Reports the values that it yields as progress of the call. */
export function lastOf(call: Call, generator: AnyGenerator): Promise<unknown> {
  const { run, facts } = call;
  const report = (progress: unknown): void => {
    run.events.tell({ type: 'progress', ...facts, progress });
  };
  return drained(generator, report, () => call.stopped);
}
