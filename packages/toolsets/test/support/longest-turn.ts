import { it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';

/** The processor time of this thread. Node 20 and 22 have only that of the whole process. */
const { threadCpuUsage } = process as { readonly threadCpuUsage?: typeof process.cpuUsage };
const cpuUsage = threadCpuUsage ?? process.cpuUsage;

/** `it`, if the work of this thread can be measured. */
export const itMeasures = threadCpuUsage === undefined ? it.skip : it;

/** Collections of garbage and compilations count too, but not in each of three attempts. */
const ATTEMPTS = 3;

/** Returns the processor time of a function in milliseconds: the least of three attempts. */
export function workOf(work: () => void): number {
  const attempts = Array.from({ length: ATTEMPTS }, () => {
    const before = cpuUsage();
    work();
    return cpuUsage(before).user / 1_000;
  });
  return Math.min(...attempts);
}

/**
 * Returns the most work of one turn of the event loop, in milliseconds of this thread: the least of
 * three attempts.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const attempts: number[] = [];
  while (attempts.length < ATTEMPTS) attempts.push(await longestTurnOf(work));
  return Math.min(...attempts);
}

async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
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
