import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import fc from 'fast-check';
import type { RunContext } from '@haft/core';
import { compose, createRuntime, decision, defineTool, toolset, type PendingRun, type Run } from '@haft/runtime';
import { codeToolset } from '../../src/code/index.js';
import { planToolset } from '../../src/plan/index.js';
import {
  createScheduler,
  scheduleToolset,
  SqliteScheduleStore,
  type Schedule,
  type ScheduledCall,
} from '../../src/schedule/index.js';
import { describeSqlite, temporaryFolder } from '../texts/new-store.js';

const KIM = { userId: 'kim', tenantId: 'acme' };
const PARAMETERS = { type: 'object', properties: { call: { type: 'object' } }, required: ['call'] } as const;

/** Calls that make another call. */
const WAYS: readonly ((inner: ScheduledCall) => ScheduledCall)[] = [
  (call) => ({ tool: 'helper', args: { call } }),
  (call) => ({ tool: 'asked_helper', args: { call } }),
  (call) => ({ tool: 'execute_plan', args: { steps: [call] } }),
  ({ tool, args }) => ({
    tool: 'execute_code',
    args: { code: `return await callTool(${JSON.stringify(tool)}, ${JSON.stringify(args)});` },
  }),
];
const way = fc.constantFrom(...WAYS);
const daily = { description: 'D', time: '09:30', recurrence: 'daily', tools: [{ tool: 'note', args: {} }] };

describeSqlite('a schedule that reaches tools of schedules through other tools', () => {
  const folder = temporaryFolder();
  let store: SqliteScheduleStore;
  beforeAll(() => {
    store = new SqliteScheduleStore({ file: join(folder, 'schedules.db') });
  });
  afterAll(() => store.close());

  it('uses none of them, whatever is between', async () => {
    let begun = 0;
    const property = fc.asyncProperty(
      fc.array(way, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('create', 'list', 'delete'),
      fc.constantFrom('', 'team_'),
      async (ways, tool, prefix) => {
        const reached: string[] = [];
        const helperOf = (name: string) =>
          defineTool({
            name,
            description: 'Makes a call.',
            parameters: PARAMETERS,
            execute: async ({ call }: { call: ScheduledCall }, run: RunContext) => {
              const { status, text } = await run.calls.call({ name: call.tool, arguments: { ...call.args } });
              if (call.tool.includes('schedule')) reached.push(status);
              return text;
            },
          });
        let now = Date.parse('2026-11-26T08:00:00Z');
        const schedules = compose(scheduleToolset({ store, now: () => now, timeZone: 'UTC' }));
        const note = defineTool({
          name: 'note',
          description: 'Notes.',
          parameters: { type: 'object' },
          execute: () => 'noted',
        });
        const helpers = compose(toolset('more', [helperOf('helper'), helperOf('asked_helper'), note] as never));
        const runtime = createRuntime({
          toolsets: [
            prefix === '' ? schedules : schedules.prefix('team'),
            helpers.requireApproval(['asked_helper'] as never),
            planToolset(),
            codeToolset({ check: false }),
          ],
        });
        const create = { name: `${prefix}schedule_create`, arguments: daily };
        const kept = await runtime.startRun(KIM).call(create);
        const { id } = (kept as { value: { id: string } }).value;
        const args = { create: daily, list: {}, delete: { id } }[tool];
        const inner: ScheduledCall = { tool: `${prefix}schedule_${tool}`, args };
        const outer = ways.reduce((call, around) => around(call), inner);
        const made = await runtime.startRun(KIM).call({ ...create, arguments: { ...daily, tools: [outer] } });
        const ids = async () => (await store.list(KIM, { limit: 100 })).map((one) => one.id);
        const before = await ids();

        now += 95 * 60_000;
        const list = jest.spyOn(store, 'list');
        const runs: Run[] = [];
        const startRun = ({ userId, tenantId }: Schedule): Run => {
          runs.push(runtime.startRun({ userId, tenantId }) as Run);
          return runs.at(-1) as Run;
        };
        const waiting: PendingRun[] = [];
        const onEnd = (): void => void waiting.push(...runs.splice(0).map((one) => one.pending()));
        await createScheduler({ store, now: () => now, startRun, onEnd }).runDue();
        for (let pending = waiting.find(({ requests }) => requests.length > 0); pending !== undefined;) {
          const answers = Object.fromEntries(pending.requests.map((one) => [one.id, decision.approve()]));
          const { run } = await runtime.resumeRun(pending, answers);
          pending = run.pending().requests.length > 0 ? run.pending() : undefined;
        }
        expect(list).not.toHaveBeenCalled();
        list.mockRestore();
        expect(await ids()).toEqual(before);
        const own = made.status === 'success' ? (made.value as { id: string }).id : '';
        const { lastOutcome } = (await store.find(KIM, own)) ?? {};
        if (lastOutcome !== undefined && lastOutcome !== 'missed') begun++;
        expect(reached.filter((status) => status !== 'failed')).toEqual([]);
        await store.remove(KIM, undefined);
      },
    );
    await fc.assert(property, { numRuns: 60 });
    expect(begun).toBeGreaterThan(20);
  }, 60_000);
});
