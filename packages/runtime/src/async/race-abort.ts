import { onAbort } from './on-abort.js';

/** The result of {@link raceAbort} if a signal aborts first. */
export const STOPPED = Symbol('stopped');

/**
 * Resolves with the value of a promise, or with `STOPPED` when one of the signals aborts. Ignores a
 * later value or error of the promise.
 */
export function raceAbort<T>(
  promise: T | PromiseLike<T>,
  signals: readonly (AbortSignal | undefined)[],
): Promise<T | typeof STOPPED> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      leave();
      resolve(STOPPED);
    };
    const leave = (): void => {
      for (const signal of signals) signal?.removeEventListener('abort', stop);
    };
    for (const signal of signals) if (signal !== undefined) onAbort(signal, stop);
    Promise.resolve(promise).finally(leave).then(resolve, reject);
    if (signals.some((signal) => signal?.aborted)) stop();
  });
}
