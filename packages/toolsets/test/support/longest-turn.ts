import { it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';

/** The processor time of this thread. Node 20 and 22 have only that of the whole process. */
const { threadCpuUsage } = process as { readonly threadCpuUsage?: typeof process.cpuUsage };
const cpuUsage = threadCpuUsage ?? process.cpuUsage;

/** `it`, if the work of this thread can be measured. */
export const itMeasures = threadCpuUsage === undefined ? it.skip : it;

/** Collections of garbage and compilations count too, but not in each of three attempts. */
const ATTEMPTS = 3;

/** The time of `reference` on an ordinary machine, in milliseconds. */
const REFERENCE_MS = 5;

/** Compares a name with a pattern of many stars, as the work of most tests does. */
function reference(): void {
  const name = 'a'.repeat(230);
  for (let i = 0; i < 4; i++) if (/^.*a.*a.*b$/.test(name)) throw new Error('A name without b has a b.');
}

/** Returns the time of this thread relative to an ordinary machine: 2 next to other tests. */
function slowness(): number {
  const before = cpuUsage();
  reference();
  return Math.max(1, cpuUsage(before).user / 1_000 / REFERENCE_MS);
}

/**
 * Returns the processor time of a function in milliseconds of an ordinary machine: the least of
 * three attempts, or the first below `limit`.
 */
export function workOf(work: () => void, limit: number): number {
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least >= limit; attempt++) {
    const before = cpuUsage();
    work();
    least = Math.min(least, ordinary(cpuUsage(before).user / 1_000, limit));
  }
  return least;
}

/**
 * Returns the most work of one turn of the event loop, in milliseconds of an ordinary machine: the
 * least of three attempts, or the first below `limit`.
 */
export async function longestTurn(work: () => Promise<unknown>, limit: number): Promise<number> {
  let least = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && least >= limit; attempt++)
    least = Math.min(least, ordinary(await longestTurnOf(work), limit));
  return least;
}

/** Less than the limit here is less on an ordinary machine too, which is at least as fast. */
function ordinary(milliseconds: number, limit: number): number {
  return milliseconds < limit ? milliseconds : milliseconds / slowness();
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
