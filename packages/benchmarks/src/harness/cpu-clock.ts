/** The measure of {@link cpuMicroseconds} here. */
export const CLOCK = threadUsage() === undefined ? 'CPU time of the process' : 'CPU time of the main thread';

/**
 * Returns the CPU time so far, in microseconds. Excludes the time of other processes, and on Node
 * 23.9 and newer also the threads that compile and collect.
 */
export function cpuMicroseconds(): number {
  refreshAccount();
  const usage = threadUsage() ?? process.cpuUsage();
  return usage.user + usage.system;
}

/**
 * Returns the CPU time of all threads so far, in microseconds. For work that a library does in
 * threads of its own.
 */
export function allThreadsMicroseconds(): number {
  refreshAccount();
  const { user, system } = process.cpuUsage();
  return user + system;
}

const park = new Int32Array(new SharedArrayBuffer(4));

/**
 * Forces a context switch with a short wait. Linux updates a thread's account only then, or at a
 * timer tick (4 ms).
 */
function refreshAccount(): void {
  Atomics.wait(park, 0, 0, 0.05);
}

function threadUsage(): NodeJS.CpuUsage | undefined {
  // Not in the types of the oldest Node that Haft supports.
  return (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.();
}
