import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { createRuntime } from 'haft';
import { classValidatorPipeline } from '../class-validator/pipeline.js';
import { floor } from '../floor/floor.js';
import { ratios, shuffled, spread, type Spread } from '../harness/statistics.js';
import { installedPeers, loadPeer, shared } from '../peers.js';
import type { Participant } from '../participant.js';
import { DESCRIPTIONS, methods } from '../shapes/methods.js';
import { payloads, VARIANT_MASK } from '../shapes/payloads.js';
import { Ledger } from '../toolsets/ledger.js';
import { WAIT_MILLISECONDS } from '../toolsets/waiting.toolset.js';
import { toolsets } from '../toolsets.gen.js';
import type { SuiteOptions } from './suite.js';

/** P12: many calls, at most ten in progress, of tools that wait. */
export interface ConcurrencyResults {
  readonly rows: readonly ConcurrencyRow[];
}

export interface ConcurrencyRow {
  readonly name: string;
  /** CPU of the whole process, in milliseconds for 1,000 calls. */
  readonly cpu: Spread;
  readonly ratio: Spread;
  /** The longest pause of the event loop, in milliseconds. */
  readonly longestPause: Spread;
}

const CALLS = 1000;
/** A sample has several batches, one after another, because one is too short to measure. */
const BATCHES = 4;
const IN_FLIGHT = 10;

export async function concurrencySuite({ rounds }: SuiteOptions): Promise<ConcurrencyResults> {
  const batches = await allBatches();
  const samples = batches.map(() => ({ cpu: [] as number[], pause: [] as number[] }));
  for (const [, batch] of batches) await batch();
  for (let round = 0; round < rounds; round++) {
    for (const index of shuffled([...batches.keys()])) {
      const { cpu, pause } = await timed(batches[index]?.[1] ?? (async () => undefined));
      samples[index]?.cpu.push(cpu);
      samples[index]?.pause.push(pause);
    }
  }
  const base = samples[0]?.cpu ?? [];
  return {
    rows: batches.map(([name], index) => {
      const { cpu = [], pause = [] } = samples[index] ?? {};
      return { name, cpu: spread(cpu), ratio: ratios(cpu, base), longestPause: spread(pause) };
    }),
  };
}

type Batch = () => Promise<unknown>;

async function allBatches(): Promise<[string, Batch][]> {
  const waiting = { ...methods, M: waitingMethod };
  const texts = payloads.M.valid.texts;
  const limited = ({ name, callFor }: Participant): [string, Batch] => {
    const call = callFor('M');
    return [name, () => tenAtATime((i) => call(texts[i & VARIANT_MASK] ?? ''))];
  };
  const run = createRuntime({ toolsets, provide: [Ledger] }).startRun();
  const calls = Array.from({ length: CALLS }, (_, i) => ({
    id: `c${i}`,
    name: 'waiting_M',
    arguments: texts[i & VARIANT_MASK],
  }));
  const all: [string, Batch][] = [
    limited(floor(waiting)),
    ['Haft: run.callAll', () => run.callAll(calls)],
    ['Haft: run.call, the same limiter as the others', () => tenAtATime((i) => run.call(calls[i] ?? { name: '' }))],
    limited(classValidatorPipeline(waiting)),
  ];
  for (const peer of installedPeers()) {
    const { participants } = await loadPeer(peer);
    all.push(...(await participants({ ...shared, methods: waiting, descriptions: DESCRIPTIONS })).map(limited));
  }
  return all;
}

const waitingMethod: typeof methods.M = async (args) => {
  await wait(WAIT_MILLISECONDS);
  return methods.M(args);
};

async function tenAtATime(call: (i: number) => unknown): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < CALLS) await call(next++);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

async function timed(batch: Batch): Promise<{ cpu: number; pause: number }> {
  globalThis.gc?.();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await wait(5);
  delay.reset();
  const before = process.cpuUsage();
  for (let i = 0; i < BATCHES; i++) await batch();
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  return { cpu: (user + system) / (CALLS * BATCHES), pause: delay.max / 1e6 };
}
