import { onAbort } from './on-abort.js';

/** Stands for what nobody waits for any more. */
export const STOPPED = Symbol('stopped');

/** What the promise gives, or `STOPPED` as soon as one of the signals is aborted; what it gives afterwards is dropped, also an error. */
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
