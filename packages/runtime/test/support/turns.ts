import { jest } from '@jest/globals';

/** The real one, also while a test has a fake clock. */
const later = setImmediate;

/** Waits until everything that is ready has run. */
export const turn = (): Promise<void> => new Promise((resolve) => later(resolve));

/** Waits for a state that other code reaches without the passing of time. */
export async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await turn();
}

/** A promise that a test fulfils. */
export class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

/** Runs a part of a test in which time passes only by `jest.advanceTimersByTime`. */
export async function withFakeClock<Result>(work: () => Promise<Result>): Promise<Result> {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    return await work();
  } finally {
    jest.useRealTimers();
  }
}
