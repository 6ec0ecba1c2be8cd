/** What this process has used since its start, all threads, in milliseconds. */
export function processCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What it holds after a collection, in megabytes. Needs `--expose-gc`. */
export function heldMemory(): number {
  // Twice: what the first collection finds, a file that was read, is given back after it.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
