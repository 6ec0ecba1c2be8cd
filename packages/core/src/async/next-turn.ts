/** The function at import time, before a test fakes the clock. */
const { setImmediate } = globalThis;

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
