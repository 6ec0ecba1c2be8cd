/*
 * Node emits `beforeExit` when a process has nothing left to wait for, and continues if a listener
 * adds work. All callers share one listener: Node reports more than ten as a leak.
 */

const asking = new Set<() => void>();

/** Calls `tell` whenever the process would end, until {@link notBeforeExit}. */
export function beforeExit(tell: () => void): void {
  if (asking.size === 0) process.on('beforeExit', tellAll);
  asking.add(tell);
}

/** Removes a function of {@link beforeExit}. */
export function notBeforeExit(tell: () => void): void {
  asking.delete(tell);
  if (asking.size === 0) process.off('beforeExit', tellAll);
}

function tellAll(): void {
  for (const tell of asking) tell();
}
