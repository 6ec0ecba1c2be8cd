import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRuntime, defineTool, toolset, type Runtime } from '@haft/runtime';
import { scheduleToolset, type ScheduleEntry, type ScheduleStore } from '@haft/toolsets/schedule';
import { quietLogger } from '../support/quiet-logger.js';
import { TimerProcess, type TimerProcessOptions } from '../support/timer-process.js';
import { until } from '../support/turn.js';

/** How tests reach the server of the queue. */
export interface TimerServer {
  readonly timer: Pick<TimerProcessOptions, 'socket' | 'postgres'>;
  /** Opens the store that the processes share. `file` is a path in an empty folder. */
  readonly openStore: (file: string) => ScheduleStore;
  /** Removes all data from the server of the queue. */
  readonly loseQueue: () => Promise<unknown>;
}

interface User {
  readonly tenantId: string;
  readonly userId: string;
}

const KIM: User = { tenantId: 'acme', userId: 'kim' };
const START = Date.parse('2026-11-26T08:00:00Z');
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

let queues = 0;

/** Tests of schedules that several processes execute, for each kind of server. */
export function timerSuite(server: () => TimerServer): void {
  let folder: string;
  let store: ScheduleStore;
  let runtime: Runtime;
  let processes: TimerProcess[];
  let prefix: string;
  let now: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'haft-timer-'));
    store = server().openStore(join(folder, 'schedules.db'));
    processes = [];
    prefix = `timer${queues++}`;
    now = START;
    const never = (): never => {
      throw new Error('A schedule was executed by the process that planned it.');
    };
    const parameters = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;
    const send = defineTool({ name: 'send', description: 'Sends a text.', parameters, execute: never });
    runtime = createRuntime({
      toolsets: [scheduleToolset({ store, now: () => now }), toolset('mail', [send])],
      observe: { logger: quietLogger() },
    });
  });
  afterEach(async () => {
    for (const one of processes) await one.giveBack();
    for (const tenantId of ['acme', 'globex']) await store.remove({ ...KIM, tenantId }, undefined);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => TimerProcess.end());

  const start = async (options: Partial<TimerProcessOptions> = {}): Promise<TimerProcess> => {
    const file = join(folder, 'schedules.db');
    const times = { now, leaseMs: 10_000, lookMs: 500, lockMs: 1_000 };
    const started = await TimerProcess.start({ ...server().timer, file, prefix, ...times, ...options });
    processes.push(started);
    return started;
  };
  const setTime = (time: number): void => {
    now = time;
    for (const one of processes) one.setTime(time);
  };
  const executions = (): readonly string[] => processes.flatMap((one) => one.executions).sort();
  const call = async (name: string, args: object, user = KIM): Promise<never> => {
    const run = runtime.startRun(user);
    const outcome = await run.call({ name, arguments: args as never });
    await run.end();
    if (outcome.status !== 'success') throw new Error(outcome.text);
    return outcome.value as never;
  };
  const plan = async (text: string, user = KIM, time = '08:30'): Promise<string> => {
    const tools = [{ tool: 'send', args: { text } }];
    const created: { id: string } = await call(
      'schedule_create',
      { description: text, time, recurrence: 'daily', tools },
      user,
    );
    return created.id;
  };
  const outcomes = async (user = KIM): Promise<readonly (string | undefined)[]> =>
    ((await call('schedule_list', {}, user)) as ScheduleEntry[]).map(({ lastOutcome }) => lastOutcome);
  /** Processes tell of an execution by a message, which may come after its outcome in the store. */
  const told = (count: number): Promise<void> => until(() => executions().length >= count);
  const untilDone = (user = KIM): Promise<void> =>
    until(async () => (await outcomes(user)).every((outcome) => outcome === 'done'));

  test('three processes execute each slot of two tenants once, as its user [TOOL-12]', async () => {
    for (let one = 0; one < 3; one++) await start();
    const planned: string[] = [];
    for (const tenantId of ['acme', 'globex']) {
      for (let at = 0; at < 5; at++) {
        await plan(`text ${at}`, { ...KIM, tenantId });
        planned.push(`${tenantId}/kim: text ${at}`);
      }
    }
    for (const day of [1, 2]) {
      setTime(START + (day - 1) * DAY + 31 * MINUTE);
      await until(() => executions().length >= planned.length * day);
    }
    await untilDone();
    await untilDone({ ...KIM, tenantId: 'globex' });
    expect(executions()).toEqual([...planned, ...planned].sort());
  });

  test('a deleted schedule runs no more, and a changed one at its new time [TOOL-13b, TOOL-13c]', async () => {
    await start();
    await start();
    const [gone, moved] = [await plan('gone'), await plan('moved')];
    await plan('same');
    await call('schedule_delete', { id: gone });
    await call('schedule_create', { id: moved, time: '08:50' });
    setTime(START + 31 * MINUTE);
    // The clock continues only after the end, since the lease of an execution follows this clock.
    await until(async () => (await outcomes()).includes('done'));
    await told(1);
    expect(executions()).toEqual(['acme/kim: same']);
    setTime(START + 51 * MINUTE);
    await untilDone();
    await told(2);
    expect(executions()).toEqual(['acme/kim: moved', 'acme/kim: same']);
  });

  test('a slot whose process is killed is named as interrupted, and the next one runs [TOOL-12]', async () => {
    const first = await start({ holds: true });
    await plan('hello');
    setTime(START + 31 * MINUTE);
    await until(() => first.executions.length > 0);
    const other = await start();
    await first.kill();
    setTime(START + 32 * MINUTE);
    await until(async () => (await outcomes())[0] === 'interrupted');
    expect(other.executions).toEqual([]);
    setTime(START + 31 * MINUTE + DAY);
    await untilDone();
    await told(2);
    expect(other.executions).toEqual(['acme/kim: hello']);
  });

  test('a slot is executed by another process if its process is killed before it has taken it [TOOL-12]', async () => {
    await plan('hello');
    now = START + 31 * MINUTE;
    await (await start({ diesAtClaim: true })).ended();
    await start();
    await untilDone();
    await told(1);
    expect(executions()).toEqual(['acme/kim: hello']);
  });

  test('schedules continue after the queue has lost all its data [TOOL-12]', async () => {
    await start();
    await start();
    await plan('hello');
    setTime(START + 31 * MINUTE);
    await untilDone();
    await server().loseQueue();
    setTime(START + 31 * MINUTE + DAY);
    await until(() => executions().length === 2);
    expect(executions()).toEqual(['acme/kim: hello', 'acme/kim: hello']);
  });

  test('a process that stops ends after its executions in progress, and leaves the other slots [TOOL-12]', async () => {
    const first = await start({ holds: true });
    await plan('hello');
    setTime(START + 31 * MINUTE);
    await until(() => first.executions.length > 0);
    const code = first.stop();
    first.release();
    expect(await code).toBe(0);
    expect(await outcomes()).toEqual(['done']);
    await start();
    setTime(START + 31 * MINUTE + DAY);
    await until(() => executions().length === 2);
    await untilDone();
  });

  test('slots that no process took are named as missed [TOOL-12]', async () => {
    await plan('hello');
    now = START + 3 * DAY;
    const one = await start();
    await until(async () => (await outcomes())[0] === 'missed');
    expect(one.executions).toEqual([]);
  });
}
