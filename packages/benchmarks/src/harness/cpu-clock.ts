/** What {@link cpuMicroseconds} reads here. */
export const CLOCK = threadUsage() === undefined ? 'CPU time of the process' : 'CPU time of the main thread';

/**
 * CPU time used so far, in microseconds. Leaves out the time that the machine gave to other processes, and on
 * Node 23.9 and newer also the threads that compile and collect.
 */
export function cpuMicroseconds(): number {
  refreshAccount();
  const usage = threadUsage() ?? process.cpuUsage();
  return usage.user + usage.system;
}

const park = new Int32Array(new SharedArrayBuffer(4));

/** Linux brings a thread's account up to date at a timer tick (4 ms) or a context switch: a short wait forces the switch. */
function refreshAccount(): void {
  Atomics.wait(park, 0, 0, 0.05);
}

function threadUsage(): NodeJS.CpuUsage | undefined {
  // Not in the types of the oldest Node that Haft supports.
  return (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.();
}
