/*
 * Node tells when a process has nothing left to wait for, and goes on when a listener finds something. One listener for all who ask: more
 * than ten would look like a leak to Node.
 */

const asking = new Set<() => void>();

/** Calls this whenever the process would end because nothing keeps it, until it is taken back. */
export function beforeExit(tell: () => void): void {
  if (asking.size === 0) process.on('beforeExit', tellAll);
  asking.add(tell);
}

/** Takes it back. */
export function notBeforeExit(tell: () => void): void {
  asking.delete(tell);
  if (asking.size === 0) process.off('beforeExit', tellAll);
}

function tellAll(): void {
  for (const tell of asking) tell();
}
