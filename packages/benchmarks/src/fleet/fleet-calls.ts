import { fleet, startWorker } from '@haft/fleet';
import type { CallLedger } from '@haft/runtime';
import { createRuntime, defineTool, toolset } from 'haft';
import { setTimeout as wait } from 'node:timers/promises';
import type { RedisServer } from '../servers/redis.js';
import { AT_A_TIME, PAYLOAD, WAIT_MS } from './bare-queue.js';

/** Calls that a worker of a fleet executes, in this process like the sender. */
export interface FleetCalls {
  readonly call: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const PARAMETERS = {
  type: 'object',
  properties: { order: { type: 'string' }, note: { type: 'string' } },
  required: ['order', 'note'],
  additionalProperties: false,
} as const;
const PAY = { description: 'Pays.', parameters: PARAMETERS, execute: pay };
let serial = 0;

/** Calls whose sender waits for the outcome, without a ledger. */
export async function openFleet(redis: RedisServer): Promise<FleetCalls> {
  const { runtime, close } = await open(redis, { name: 'pay', settings: {} });
  return { call: () => callOnce(runtime).then(() => undefined), close };
}

/** Background calls, with three writes each. Each ends when its outcome is on the disk. */
export async function openLedgerFleet(redis: RedisServer, ledger: CallLedger, name: string): Promise<FleetCalls> {
  const ends = new Map<string, () => void>();
  const { runtime, close } = await open(redis, { name, settings: { background: {} } }, withEnds(ledger, ends));
  return {
    call: async () => {
      const runId = `run-${String(++serial)}`;
      const ended = new Promise<void>((resolve) => ends.set(`${runId}/call`, resolve));
      await callOnce(runtime, { runId, name });
      await ended;
    },
    close,
  };
}

interface BenchTool {
  readonly name: string;
  readonly settings: object;
}

async function open(redis: RedisServer, { name, settings }: BenchTool, ledger?: CallLedger) {
  const tool = defineTool({ name, ...PAY, settings });
  const stored = ledger && { ledger };
  const toolsets = toolset('bank', [tool]);
  const sender = fleet({ connection: redis.connect(), prefix: `bench-${name}` });
  const runtime = createRuntime({ toolsets, durability: { executor: sender.executor, ...stored } });
  const working = createRuntime({ toolsets, durability: { ...stored } });
  const worker = await startWorker({
    ...{ runtime: working, connection: redis.connect(), prefix: `bench-${name}`, tools: [tool.definition] },
    ...{ concurrency: AT_A_TIME, ...stored },
  });
  const close = async (): Promise<void> => {
    await runtime.dispose();
    await sender.close();
    await worker.stop();
    await working.dispose();
  };
  return { runtime, close };
}

async function callOnce(
  runtime: ReturnType<typeof createRuntime>,
  { runId = `run-${String(++serial)}`, name = 'pay' } = {},
): Promise<void> {
  const run = runtime.startRun({ id: runId });
  const outcome = await run.call({ id: 'call', name, arguments: PAYLOAD });
  if (outcome.status !== 'success') throw new Error(`${name} gave ${outcome.status}: ${outcome.text}`);
  await run.end();
}

/** Tells the end of a row after the ledger has it. */
function withEnds(ledger: CallLedger, ends: Map<string, () => void>): CallLedger {
  const settle: CallLedger['settle'] = async (lease, end) => {
    const isSettled = await ledger.settle(lease, end);
    ends.get(lease.key)?.();
    ends.delete(lease.key);
    return isSettled;
  };
  return new Proxy(ledger, {
    get: (target, name) => {
      if (name === 'settle') return settle;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

async function pay(): Promise<{ readonly paid: number }> {
  await wait(WAIT_MS);
  return { paid: 5 };
}
