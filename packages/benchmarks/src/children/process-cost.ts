/** Returns the CPU time of this process since its start, all threads, in milliseconds. */
export function processCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns the memory after a collection, in megabytes. Needs `--expose-gc`. */
export function heldMemory(): number {
  // Twice: memory that the first collection finds, such as a file, is freed after it.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
