import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { join } from 'node:path';
import type { SqliteDatabase } from '@haft/runtime/sqlite';
import type { RunContext } from '@haft/core';
import {
  compose,
  createRuntime,
  decision,
  defineTool,
  toolset,
  type PendingRun,
  type Run,
  type Runtime,
} from '@haft/runtime';
import { planToolset } from '../../src/plan/index.js';
import {
  createScheduler,
  scheduleToolset,
  SqliteScheduleStore,
  type Schedule,
  type ScheduledWork,
  type Scheduler,
} from '../../src/schedule/index.js';
import { describeSqlite, temporaryFolder } from '../texts/new-store.js';

const HOUR = 3_600_000;
/** From the creation to a moment after the first slot. */
const LATER = 35 * 60_000;

describeSqlite('schedules', () => {
  const folder = temporaryFolder();
  let files = 0;
  let now = 0;
  let store: SqliteScheduleStore;
  const stores: SqliteScheduleStore[] = [];
  const made: string[] = [];
  const prompts: string[] = [];
  const missed: string[] = [];
  let runtime: Runtime;
  const kim = { userId: 'kim', tenantId: 'acme' };

  const object = {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  } as const;
  const send = defineTool({
    name: 'send',
    description: 'Sends a text.',
    parameters: object,
    execute: ({ text }: { text: string }, run) => {
      if (text === 'fail') throw new Error('no network');
      made.push(`${run.tenantId ?? ''}/${run.userId ?? ''}: ${text}`);
      return 'sent';
    },
  });
  const pay = defineTool({
    name: 'pay',
    description: 'Pays.',
    parameters: object,
    execute: () => 'paid',
  } as never);

  const open = (): Runtime => {
    const tools = compose(toolset('mail', [send, pay] as never))
      .requireApproval(['pay'] as never)
      .prefix('mail');
    return createRuntime({ toolsets: [scheduleToolset({ store, now: () => now, timeZone: 'Europe/Berlin' }), tools] });
  };
  const scheduler = (options: object = {}): Scheduler =>
    createScheduler({
      store,
      now: () => now,
      startRun: ({ userId, tenantId }: Schedule) => runtime.startRun({ userId, tenantId }),
      onPrompt: ({ prompt }) => prompts.push(prompt),
      onMissed: ({ description }, at) => missed.push(`${description} ${at.toISOString()}`),
      logger: { error: () => {} },
      ...options,
    });
  beforeEach(() => {
    now = Date.parse('2026-11-26T08:00:00Z');
    store = new SqliteScheduleStore({ file: join(folder, `${String(files++)}.db`) });
    stores.push(store);
    runtime = open();
    for (const list of [made, prompts, missed]) list.length = 0;
  });
  afterAll(async () => {
    for (const one of stores) await one.close();
  });

  const call = (run: Run, name: string, args: object) => run.call({ name, arguments: args });
  const json = async <Value = never>(run: Run, name: string, args: object): Promise<Value> => {
    const outcome = await call(run, name, args);
    expect(outcome).toMatchObject({ status: 'success' });
    return JSON.parse(JSON.stringify((outcome as { value: unknown }).value)) as Value;
  };
  const daily = {
    description: 'Morning',
    time: '09:30',
    recurrence: 'daily',
    tools: [{ tool: 'mail_send', args: { text: 'hello' } }],
  };
  const list = async (): Promise<readonly { id: string; nextRun?: string; lastOutcome?: string; enabled: boolean }[]> =>
    json(runtime.startRun(kim), 'schedule_list', {});

  it('creates a schedule in the time zone of the settings or of the call [TOOL-12]', async () => {
    const run = runtime.startRun(kim);
    expect(await json(run, 'schedule_create', daily)).toMatchObject({
      id: expect.any(String),
      description: 'Morning',
      nextRun: '2026-11-26T08:30:00.000Z',
      localTime: 'Thursday 2026-11-26 09:30 Europe/Berlin',
    });
    expect(await json(run, 'schedule_create', { ...daily, timeZone: 'Asia/Tokyo' })).toMatchObject({
      nextRun: '2026-11-27T00:30:00.000Z',
    });
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        description: 'Morning',
        time: '09:30',
        recurrence: 'daily',
        timeZone: 'Europe/Berlin',
        enabled: true,
        nextRun: '2026-11-26T08:30:00.000Z',
        localTime: 'Thursday 2026-11-26 09:30 Europe/Berlin',
      },
      expect.objectContaining({ timeZone: 'Asia/Tokyo' }),
    ]);
  });

  it('executes a slot as the creator, through all steps of a call [TOOL-12]', async () => {
    await json(runtime.startRun(kim), 'schedule_create', { ...daily, prompt: 'Summarize.' });
    expect(await scheduler().runDue()).toBe(0);
    now += LATER;
    expect(await scheduler().runDue()).toBe(1);
    expect(await scheduler().runDue()).toBe(0);
    expect(made).toEqual(['acme/kim: hello']);
    expect(prompts).toEqual(['Summarize.']);
    expect(await list()).toMatchObject([{ lastOutcome: 'done', nextRun: '2026-11-27T08:30:00.000Z' }]);
  });

  it.each([
    [{ tool: 'mail_send', args: { text: 'fail' } }, 'failed: mail_send: '],
    [{ tool: 'mail_pay', args: { text: 'x' } }, 'waiting: mail_pay needs a decision'],
  ])('tells the outcome of %j, and makes no later calls [TOOL-12]', async (step, outcome) => {
    await json(runtime.startRun(kim), 'schedule_create', { ...daily, tools: [step, ...daily.tools] });
    now += LATER;
    await scheduler().runDue();
    expect(made).toEqual([]);
    expect((await list())[0]?.lastOutcome?.startsWith(outcome)).toBe(true);
  });

  it('checks the policies of the moment: a tool that is gone fails [TOOL-12]', async () => {
    await json(runtime.startRun(kim), 'schedule_create', daily);
    now += LATER;
    const empty = createRuntime({ toolsets: [] });
    await scheduler({ startRun: () => empty.startRun(kim) }).runDue();
    expect((await list())[0]?.lastOutcome).toContain('mail_send');
    await scheduler({
      startRun: () => {
        throw new Error('no such user');
      },
    }).runDue();
    expect(made).toEqual([]);
  });

  it('says that slots were missed, and continues with the next one [TOOL-12]', async () => {
    await json(runtime.startRun(kim), 'schedule_create', daily);
    now += 72 * HOUR;
    expect(await scheduler().runDue()).toBe(0);
    expect(made).toEqual([]);
    expect(missed).toEqual(['Morning 2026-11-26T08:30:00.000Z']);
    expect(await list()).toMatchObject([{ lastOutcome: 'missed', nextRun: '2026-11-29T08:30:00.000Z', enabled: true }]);
  });

  it('ends a schedule that runs once [TOOL-12]', async () => {
    const once = { ...daily, recurrence: 'once', date: '2026-11-26' };
    await json(runtime.startRun(kim), 'schedule_create', once);
    now += LATER;
    expect(await scheduler().runDue()).toBe(1);
    expect(await list()).toMatchObject([{ enabled: false, lastOutcome: 'done' }]);
    expect((await list())[0]).not.toHaveProperty('nextRun');
  });

  it('says that an execution was interrupted, and never repeats it [TOOL-12]', async () => {
    await json(runtime.startRun(kim), 'schedule_create', daily);
    const [schedule] = await store.due(now + LATER, 1);
    now += LATER;
    expect(
      await store.claim({ schedule: schedule?.id ?? '', at: schedule?.nextRun ?? 0 }, now + HOUR * 24, now + 1000),
    ).toBe(true);
    now += 2000;
    expect(await scheduler().runDue()).toBe(0);
    expect(made).toEqual([]);
    expect((await list())[0]?.lastOutcome).toBe('interrupted');
  });

  it('executes slots on its own between start and stop [TOOL-12]', async () => {
    await json(runtime.startRun(kim), 'schedule_create', daily);
    now += LATER;
    const ended = new Promise<string>((resolve) => {
      const one = scheduler({
        onEnd: (_: Schedule, outcome: string) => {
          void one.stop().then(() => {
            resolve(outcome);
          });
        },
      });
      one.start();
    });
    expect(await ended).toBe('done');
    expect(made).toHaveLength(1);
  });

  it('a slow execution delays no other schedule [TOOL-12]', async () => {
    const run = runtime.startRun(kim);
    for (const description of ['slow', 'second', 'third']) {
      await json(run, 'schedule_create', { ...daily, description, tools: [], prompt: description });
    }
    now += LATER;
    const ended: string[] = [];
    let release = (): void => {};
    const slow = new Promise<void>((resolve) => (release = resolve));
    const one = scheduler({
      concurrency: 2,
      onPrompt: ({ prompt }: Schedule) => (prompt === 'slow' ? slow : undefined),
      onEnd: ({ description }: Schedule) => {
        ended.push(description);
        if (ended.length === 2) release();
      },
    });
    one.start();
    await slow;
    await one.stop();
    expect(ended).toEqual(['second', 'third', 'slow']);
  });

  it('a timer of another kind asks for work, and its process may have a slower clock [TOOL-12]', async () => {
    await json(runtime.startRun(kim), 'schedule_create', daily);
    let work: ScheduledWork | undefined;
    const ends: string[] = [];
    const timer = {
      start: (given: ScheduledWork) => {
        work = given;
      },
      stop: () => Promise.resolve(),
    };
    const one = scheduler({ timer, onEnd: (_: Schedule, outcome: string) => ends.push(outcome) });
    one.start();
    const at = now + 30 * 60_000;
    const slot = { ...kim, schedule: (await list())[0]?.id ?? '', at };
    expect(await work?.take(slot)).toBeUndefined();
    now = at - 200;
    expect(await work?.due(10)).toEqual([]);
    const execute = await work?.take(slot);
    expect(await work?.take(slot)).toBeUndefined();
    await execute?.();
    expect(ends).toEqual(['done']);
    expect(await list()).toMatchObject([{ nextRun: '2026-11-27T08:30:00.000Z' }]);
    await one.stop();
  });

  it('a schedule on a full disk is not created, and the others continue [TOOL-12]', async () => {
    const run = runtime.startRun(kim);
    await json(run, 'schedule_create', daily);
    const { database } = (store as unknown as { file: { database: SqliteDatabase } }).file;
    const pages = database.prepare('PRAGMA page_count').all()[0]?.['page_count'];
    database.exec(`PRAGMA max_page_count = ${String(pages)}`);
    const long = { ...daily, description: 'Long', prompt: 'x'.repeat(8_000) };
    const errors: unknown[] = [];
    const logger = { error: (_: string, details: { error?: Error }) => errors.push(details.error?.message) };
    runtime = createRuntime({
      toolsets: [scheduleToolset({ store, now: () => now })],
      observe: { logger: { ...console, ...logger } },
    });
    expect(await call(runtime.startRun(kim), 'schedule_create', { ...long, tools: [] })).toMatchObject({
      status: 'failed',
      reason: 'exception',
    });
    expect(errors).toEqual([expect.stringContaining('the database or disk is full')]);
    runtime = open();
    expect(await list()).toMatchObject([{ description: 'Morning' }]);
    now += LATER;
    expect(await scheduler().runDue()).toBe(1);
    expect(await list()).toMatchObject([{ lastOutcome: 'done' }]);
    database.exec('PRAGMA max_page_count = 1000000');
    await json(runtime.startRun(kim), 'schedule_create', long);
    expect(await list()).toHaveLength(2);
  });

  it('a scheduler whose disk is full says so, and executes the slot when there is room again [TOOL-12]', async () => {
    await json(runtime.startRun(kim), 'schedule_create', daily);
    now += LATER;
    let isFull = true;
    const full = Object.assign(Object.create(store) as SqliteScheduleStore, {
      claim: (...args: Parameters<SqliteScheduleStore['claim']>) =>
        isFull ? Promise.reject(new Error('database or disk is full')) : store.claim(...args),
    });
    const said = new Promise<unknown>((resolve) => {
      const one = scheduler({
        store: full,
        logger: {
          error: (_: string, { error }: { error: Error }) => {
            void one.stop().then(() => {
              resolve(error.message);
            });
          },
        },
      });
      one.start();
    });
    expect(await said).toBe('database or disk is full');
    expect(made).toEqual([]);
    isFull = false;
    expect(await scheduler({ store: full }).runDue()).toBe(1);
    expect(made).toEqual(['acme/kim: hello']);
  });

  it.each([
    [{ time: '25:00' }, "time is '25:00'. Write it as '09:30'."],
    [{ recurrence: 'once', date: '2026-11-25' }, '2026-11-25 09:30 is in the past.'],
    [{ recurrence: 'hourly' }, 'recurrence'],
    [{ timeZone: 'Mars' }, "timeZone is 'Mars'"],
    [{ tools: [] }, 'Give tools or a prompt.'],
    [
      { tools: [{ tool: 'mail_sned', args: {} }] },
      "tools[0]: Unknown tool name: 'mail_sned'. Did you mean 'mail_send'?",
    ],
    [{ tools: [{ tool: 'mail_send', args: { text: 5 } }, { tool: 'mail_send' }] }, 'tools[1]: '],
    [{ tools: [{ tool: 'schedule_delete', args: { id: '*' } }] }, 'a schedule cannot call schedule_delete'],
    [{ userId: 'lee' }, 'userId'],
  ])('asks for valid arguments: %j [TOOL-12]', async (change, text) => {
    const outcome = await call(runtime.startRun(kim), 'schedule_create', { ...daily, ...change });
    expect(outcome.status).toBe('retry');
    expect(outcome.text).toContain(text);
    expect(await list()).toEqual([]);
  });

  it('names all mistakes at once [TOOL-12]', async () => {
    const wrong = { time: '9', recurrence: 'weekly', day: 'Someday', timeZone: 'Mars', tools: [{ tool: 'mail_sned' }] };
    const { status, text } = await call(runtime.startRun(kim), 'schedule_create', { description: 'All', ...wrong });
    expect(status).toBe('retry');
    for (const one of ["time is '9'", "day is 'Someday'", "timeZone is 'Mars'", 'tools[0]: Unknown tool name'])
      expect(text).toContain(one);
  });

  it.each([
    [{ recurrence: 'weekly', day: 'Monday' }, { day: 'mon' }],
    [{ recurrence: 'weekly', day: 'MONDAYS' }, { day: 'mon' }],
    [{ recurrence: 'custom', day: 'Tuesday and thurs, Sat' }, { day: 'tue,thu,sat' }],
    [{ recurrence: 'monthly', day: '1st' }, { day: '1' }],
    [{ timeZone: 'america/new_york' }, { timeZone: 'America/New_York' }],
  ])('takes %j, and tells the local time [TOOL-12]', async (change, expected) => {
    const run = runtime.startRun(kim);
    const { localTime } = await json<{ localTime: string }>(run, 'schedule_create', { ...daily, ...change });
    const [entry] = await json<{ time: string; timeZone: string }[]>(run, 'schedule_list', {});
    expect(entry).toMatchObject({ ...expected, localTime });
    expect(localTime).toMatch(/^[A-Z][a-z]+day 2026-\d\d-\d\d \d\d:\d\d [A-Z][a-z]+\/[A-Z]\w+$/);
    expect(localTime).toContain(` ${entry?.time ?? ''} ${entry?.timeZone ?? ''}`);
  });

  it('takes a city for its time zone [TOOL-12]', async () => {
    const { text } = await call(runtime.startRun(kim), 'schedule_create', { ...daily, timeZone: 'new york' });
    expect(text).toContain(
      'It runs next on Thursday 2026-11-26 09:30 America/New_York (Thursday 2026-11-26 15:30 Europe/Berlin).',
    );
  });

  it('sees the schedules of the same message [TOOL-12]', async () => {
    const calls = [
      { id: 'a', name: 'schedule_create', arguments: JSON.stringify(daily) },
      { id: 'b', name: 'schedule_list', arguments: '{}' },
    ];
    const [, listed] = await runtime.startRun(kim).callAll(calls);
    expect(listed).toMatchObject({ status: 'success', value: [{ description: daily.description }] });
  });

  it('refuses its own tools to a schedule, also inside of another tool, a plan and after an approval', async () => {
    const helper = defineTool({
      name: 'helper',
      description: 'Calls a tool.',
      parameters: object,
      execute: async ({ text }: { text: string }, run: RunContext) => {
        const { status } = await run.calls.call({ name: text, arguments: daily });
        made.push(`${text} ${status}`);
        return status;
      },
    });
    const tools = compose(toolset('more', [helper] as never)).requireApproval(['helper'] as never, () => isAsked);
    let isAsked = false;
    const schedules = compose(scheduleToolset({ store, now: () => now, timeZone: 'Europe/Berlin' }));
    runtime = createRuntime({
      toolsets: [schedules.rename({ plan_later: 'schedule_create' }), tools, planToolset()],
    });
    const run = runtime.startRun(kim);
    const refused = await call(run, 'plan_later', { ...daily, tools: [{ tool: 'schedule_create', args: daily }] });
    expect(refused.text).toContain('a schedule cannot call schedule_create');
    const steps = [{ tool: 'plan_later', args: daily }];
    const inside = [
      { tool: 'helper', args: { text: 'plan_later' } },
      { tool: 'helper', args: { text: 'schedule_create' } },
      { tool: 'execute_plan', args: { steps } },
    ];
    expect((await call(run, 'plan_later', { ...daily, tools: inside.slice(0, 2) })).status).toBe('success');
    expect(await call(run, 'plan_later', { ...daily, tools: inside.slice(2) })).toMatchObject({ status: 'success' });
    now += LATER;
    await scheduler().runDue();
    expect(made).toEqual(['plan_later failed', 'schedule_create failed']);
    expect(await list()).toHaveLength(2);

    isAsked = true;
    const waiting: Run[] = [];
    const startRun = (): Run => {
      waiting.push(runtime.startRun(kim));
      return waiting[0] as Run;
    };
    now += 24 * HOUR;
    made.length = 0;
    const pendings: PendingRun[] = [];
    const end = (): void => void pendings.push(...waiting.map((one) => one.pending()));
    await scheduler({ startRun, onEnd: end }).runDue();
    const [pending] = pendings.filter(({ requests }) => requests.length > 0);
    const [request] = pending?.requests ?? [];
    await runtime.resumeRun(pending as PendingRun, { [request?.id ?? '']: decision.approve() });
    expect(made).toEqual(['plan_later failed']);
  });

  it('has at most 100 schedules for a user [TOOL-12]', async () => {
    const run = runtime.startRun(kim);
    for (let at = 0; at < 100; at += 1) await json(run, 'schedule_create', daily);
    expect(await call(run, 'schedule_create', daily)).toMatchObject({
      status: 'failed',
      text: 'There are 100 schedules already. Delete one that is not needed.',
    });
    expect(await call(runtime.startRun({ ...kim, userId: 'lee' }), 'schedule_create', daily)).toMatchObject({
      status: 'success',
    });
  });

  it('lists, changes and deletes only the schedules of the user [TOOL-13a, TOOL-13b, TOOL-13c]', async () => {
    const { id } = (await json(runtime.startRun(kim), 'schedule_create', daily)) as { id: string };
    for (const other of [
      { ...kim, userId: 'lee' },
      { ...kim, tenantId: 'globex' },
    ]) {
      const run = runtime.startRun(other);
      expect(await json(run, 'schedule_list', {})).toEqual([]);
      for (const [name, args] of [
        ['schedule_create', { id, enabled: false }],
        ['schedule_delete', { id }],
      ] as const) {
        expect((await call(run, name, args)).text).toContain(`There is no schedule '${id}'. Call schedule_list.`);
      }
    }
    expect(await list()).toHaveLength(1);
    expect((await call(runtime.startRun({ tenantId: 'acme' }), 'schedule_list', {})).status).toBe('failed');
  });

  it('changes only the given parts [TOOL-13b]', async () => {
    const run = runtime.startRun(kim);
    const { id } = (await json(run, 'schedule_create', daily)) as { id: string };
    expect((await call(run, 'schedule_create', { id })).text).toContain('Nothing to change.');
    expect(await json(run, 'schedule_create', { id, enabled: false })).toMatchObject({ enabled: false, time: '09:30' });
    now += LATER;
    expect(await scheduler().runDue()).toBe(0);
    expect(await json(run, 'schedule_create', { id, enabled: true, recurrence: 'weekly', day: 'fri' })).toMatchObject({
      day: 'fri',
      nextRun: '2026-11-27T08:30:00.000Z',
    });
    expect(await list()).toMatchObject([{ enabled: true, day: 'fri' }]);
    expect(await json(run, 'schedule_create', { id, timeZone: 'Asia/Tokyo' })).toMatchObject({
      nextRun: '2026-11-27T00:30:00.000Z',
    });
    expect((await call(run, 'schedule_create', { id, recurrence: 'monthly' })).text).toContain(
      'needs a day from 1 to 31',
    );
  });

  it.each([
    [{ time: '09:30', recurrence: 'daily', prompt: 'x' }, 'needs description, time and recurrence'],
    [{ description: 'Morning', recurrence: 'daily' }, 'needs description, time and recurrence'],
    [{ description: 'Morning', recurrence: 'daily' }, 'Give tools or a prompt.'],
  ])('tells all that a new schedule lacks: %j [TOOL-12]', async (args, text) => {
    const outcome = await call(runtime.startRun(kim), 'schedule_create', args);
    expect(outcome).toMatchObject({ status: 'retry', text: expect.stringContaining(text) });
  });

  it.each([
    ['its description', { description: 'Noon' }, ['acme/kim: hello'], 'done'],
    ['its time', { time: '11:30' }, [], 'missed'],
    ['whether it runs', { enabled: false }, [], 'missed'],
  ])('a due slot is executed or named as missed after a change of %s [TOOL-13b]', async (_, change, calls, outcome) => {
    const run = runtime.startRun(kim);
    const { id } = (await json(run, 'schedule_create', daily)) as { id: string };
    now += LATER;
    await json(run, 'schedule_create', { id, ...change });
    await scheduler().runDue();
    expect(made).toEqual(calls);
    expect((await list())[0]?.lastOutcome).toBe(outcome);
  });

  it('a schedule that runs once keeps its due slot when its task changes [TOOL-13b]', async () => {
    const run = runtime.startRun(kim);
    const once = { ...daily, recurrence: 'once', date: '2026-11-26' };
    const { id } = (await json(run, 'schedule_create', once)) as { id: string };
    now += LATER;
    await json(run, 'schedule_create', { id, prompt: 'Tell me.' });
    expect(await scheduler().runDue()).toBe(1);
    expect(prompts).toEqual(['Tell me.']);
    expect(await scheduler().runDue()).toBe(0);
  });

  it('asks a person about each plan if the application wants it [TOOL-12]', async () => {
    const asking = compose(scheduleToolset({ store })).requireApproval(['schedule_create']);
    const run = createRuntime({ toolsets: [asking] }).startRun(kim);
    const plan = { ...daily, tools: [], prompt: 'Tell me.' };
    expect(await call(run, 'schedule_create', plan)).toMatchObject({ status: 'deferred' });
    expect(await list()).toEqual([]);
  });

  it('asks a person about changed calls, and about the deletion of all [TOOL-13b, TOOL-13c]', async () => {
    const run = runtime.startRun(kim);
    const { id } = (await json(run, 'schedule_create', daily)) as { id: string };
    await json(run, 'schedule_create', daily);
    expect(
      await call(run, 'schedule_create', { id, tools: [{ tool: 'mail_send', args: { text: 'bye' } }] }),
    ).toMatchObject({ status: 'deferred' });
    const approve = (): Promise<readonly unknown[]> =>
      run.resume(Object.fromEntries(run.pending().requests.map(({ id: request }) => [request, decision.approve()])));
    expect(await approve()).toMatchObject([{ status: 'success' }]);
    expect(await call(run, 'schedule_delete', { id: '*' })).toMatchObject({ status: 'deferred' });
    expect(await approve()).toMatchObject([{ status: 'success', text: 'Deleted schedules: 2.' }]);
    expect(await list()).toEqual([]);
    const { id: last } = (await json(run, 'schedule_create', daily)) as { id: string };
    expect(await json(run, 'schedule_delete', { id: last })).toEqual({ deleted: 1 });
  });
});
