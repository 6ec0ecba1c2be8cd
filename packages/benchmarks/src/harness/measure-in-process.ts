import { cpuMicroseconds } from './cpu-clock.js';
import { ratios, shuffled, spread, type Spread } from './statistics.js';

/** The code to time: called with a counter, which selects a variant of the input. */
export interface Case {
  readonly name: string;
  readonly run: (i: number) => unknown;
}

export interface Measurement {
  readonly name: string;
  /** Nanoseconds per operation. */
  readonly nanoseconds: Spread;
  /** The ratio to the first case, within a round. */
  readonly ratio: Spread;
}

export interface MeasureOptions {
  readonly rounds: number;
  /** The intended time of one sample. */
  readonly sampleMilliseconds: number;
  /** CPU time so far, in microseconds. Default: the time of the main thread. */
  readonly clock?: () => number;
}

const WARM_UP_MILLISECONDS = 120;

/**
 * Runs every case once per round, in a new random order, with a full collection per round. The
 * first case is the base of the ratios. On a shared machine, only ratios are meaningful.
 */
export async function measureInProcess(
  cases: readonly Case[],
  { rounds, sampleMilliseconds, clock = cpuMicroseconds }: MeasureOptions,
): Promise<Measurement[]> {
  const sampled: SampledCase[] = [];
  for (const one of cases) sampled.push(await warmUp(one, sampleMilliseconds, clock));
  for (let round = 0; round < rounds; round++) {
    globalThis.gc?.();
    for (const one of shuffled(sampled)) {
      await timePerOperation(one, Math.ceil(one.operations / 4), clock); // settles after the previous case
      one.samples.push(await timePerOperation(one, one.operations, clock));
    }
  }
  const base = sampled[0]?.samples ?? [];
  return sampled.map(({ name, samples }) => ({ name, nanoseconds: spread(samples), ratio: ratios(samples, base) }));
}

interface SampledCase extends Case {
  readonly operations: number;
  readonly samples: number[];
}

async function warmUp(one: Case, sampleMilliseconds: number, clock: () => number): Promise<SampledCase> {
  const end = performance.now() + WARM_UP_MILLISECONDS;
  let operations = 1;
  let nanoseconds = Math.max(100, await timePerOperation(one, operations, clock));
  while (performance.now() < end) {
    operations = Math.max(1, Math.min(operations * 20, Math.ceil(3e6 / nanoseconds)));
    nanoseconds = Math.max(1, await timePerOperation(one, operations, clock));
  }
  return { ...one, operations: Math.max(1, Math.ceil((sampleMilliseconds * 1e6) / nanoseconds)), samples: [] };
}

/** Keeps results alive, so that no compiler can leave the work out. */
let sink = 0;

async function timePerOperation({ run }: Case, operations: number, clock: () => number): Promise<number> {
  const before = clock();
  for (let i = 0; i < operations; i++) {
    const result = run(i);
    if (result instanceof Promise ? await result : result) sink++;
  }
  const nanoseconds = ((clock() - before) * 1000) / operations;
  if (sink < 0) throw new Error('unreachable');
  return nanoseconds;
}
