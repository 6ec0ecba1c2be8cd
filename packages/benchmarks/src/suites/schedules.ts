import { createRuntime, defineTool, toolset } from '@haft/runtime';
import { createScheduler, SqliteScheduleStore, type Schedule } from '@haft/toolsets/schedule';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMicroseconds } from '../harness/cpu-clock.js';
import { spread, type Spread } from '../harness/statistics.js';
import type { SuiteOptions } from './suite.js';

/** Schedules in SQLite, which one process executes. */
export interface SchedulesResults {
  readonly rows: readonly ScheduleRow[];
}

export interface ScheduleRow {
  readonly name: string;
  /** CPU of the main thread, in nanoseconds. */
  readonly cpu: Spread;
  /** Wall time, in nanoseconds. */
  readonly wall: Spread;
}

const DUE = 1_000;
const WAITING = 10_000;
const LOOKS = 200;
const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 0, 1, 9);

export async function schedulesSuite({ rounds }: SuiteOptions): Promise<SchedulesResults> {
  const few = Math.min(rounds, 5);
  return {
    rows: [
      { name: `a slot, ${DUE.toLocaleString('en')} due at once`, ...(await measureSlots(few)) },
      { name: `a look, ${WAITING.toLocaleString('en')} schedules, none due`, ...(await measureLooks(few)) },
    ],
  };
}

function measureSlots(rounds: number): Promise<Omit<ScheduleRow, 'name'>> {
  return withSchedules(DUE, async (runDue) => {
    // The first day warms up.
    await runDue(FIRST);
    return measured({ rounds, times: DUE }, async (round) => {
      const executed = await runDue(FIRST + (round + 1) * DAY);
      if (executed !== DUE) throw new Error(`${executed} of ${DUE} slots were executed.`);
    });
  });
}

function measureLooks(rounds: number): Promise<Omit<ScheduleRow, 'name'>> {
  return withSchedules(WAITING, (runDue) =>
    measured({ rounds, times: LOOKS }, async () => {
      for (let look = 0; look < LOOKS; look++) await runDue(FIRST - DAY);
    }),
  );
}

async function measured(
  { rounds, times }: { readonly rounds: number; readonly times: number },
  work: (round: number) => Promise<void>,
): Promise<Omit<ScheduleRow, 'name'>> {
  const samples: { readonly cpu: number; readonly wall: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = { cpu: cpuMicroseconds(), wall: performance.now() };
    await work(round);
    const [cpu, wall] = [cpuMicroseconds() - before.cpu, performance.now() - before.wall];
    samples.push({ cpu: (cpu * 1e3) / times, wall: (wall * 1e6) / times });
  }
  return { cpu: spread(samples.map(({ cpu }) => cpu)), wall: spread(samples.map(({ wall }) => wall)) };
}

/** Gives `work` a function that executes what is due at a time. Schedules make one call each. */
async function withSchedules<Result>(
  count: number,
  work: (runDue: (now: number) => Promise<number>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'haft-bench-schedules-'));
  const store = new SqliteScheduleStore({ file: join(folder, 'schedules.db') });
  const parameters = { type: 'object', properties: {} } as const;
  const runtime = createRuntime({
    toolsets: toolset('mail', [defineTool({ name: 'send', description: 'Sends.', parameters, execute: () => 'sent' })]),
  });
  let now = FIRST;
  const scheduler = createScheduler({
    store,
    now: () => now,
    startRun: ({ tenantId, userId }) => runtime.startRun({ tenantId, userId }),
  });
  try {
    for (let at = 0; at < count; at++) await store.add(scheduleOf(at), count);
    return await work((time) => {
      now = time;
      return scheduler.runDue();
    });
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

function scheduleOf(at: number): Schedule {
  return {
    id: `s${at}`,
    tenantId: 'acme',
    userId: 'kim',
    description: 'Morning',
    rule: { time: '09:00', recurrence: 'daily', day: '', date: '', timeZone: 'UTC' },
    tools: [{ tool: 'send', args: {} }],
    prompt: '',
    enabled: true,
    nextRun: FIRST,
    lastOutcome: undefined,
  };
}
