import { setImmediate } from 'node:timers/promises';

/** The processor time of this thread. Without it (Node 20), that of the process. */
const { threadCpuUsage: cpuUsage = process.cpuUsage } = process as {
  readonly threadCpuUsage?: typeof process.cpuUsage;
};

/** Returns the processor time of this thread for a function, in milliseconds. */
export function workOf(work: () => void): number {
  const before = cpuUsage();
  work();
  return cpuUsage(before).user / 1_000;
}

/** Returns the most work of one turn of the event loop, in milliseconds of this thread. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false];
  const watch = async (): Promise<void> => {
    while (!isDone) {
      const before = cpuUsage();
      await setImmediate();
      longest = Math.max(longest, cpuUsage(before).user / 1_000);
    }
  };
  const watching = watch();
  await work().catch(() => undefined);
  isDone = true;
  await watching;
  return longest;
}
