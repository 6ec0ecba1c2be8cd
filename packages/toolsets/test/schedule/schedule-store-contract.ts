import { expect } from '@jest/globals';
import type { Schedule, ScheduleOwner, ScheduleStore } from '../../src/schedule/index.js';

/** A rule for every store, with a check that throws if a store breaks it. */
export interface StoreRule {
  readonly title: string;
  readonly check: (store: ScheduleStore) => Promise<void>;
}

const KIM: ScheduleOwner = { tenantId: 'acme', userId: 'kim' };
const LEE: ScheduleOwner = { ...KIM, userId: 'lee' };
const OTHER_TENANT: ScheduleOwner = { ...KIM, tenantId: 'globex' };
const NOW = Date.parse('2026-11-26T08:00:00Z');
const DAY = 86_400_000;
const SLOT = { schedule: 'a', at: NOW };

const plan = (id: string, changes: Partial<Schedule> = {}): Schedule => ({
  ...KIM,
  id,
  description: `Schedule ${id}`,
  rule: { time: '08:00', recurrence: 'daily', day: '', date: '', timeZone: 'UTC' },
  tools: [{ tool: 'send', args: { text: 'hello', deep: [{ n: 1.5 }] } }],
  prompt: '',
  enabled: true,
  nextRun: NOW,
  lastOutcome: undefined,
  ...changes,
});

const add = async (store: ScheduleStore, ...schedules: readonly Schedule[]): Promise<void> => {
  for (const schedule of schedules) expect(await store.add(schedule, 100)).toBe(true);
};
const idsOf = (schedules: readonly Schedule[]): string[] => schedules.map(({ id }) => id);
const twenty = <Result>(work: (at: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: 20 }, (_, at) => work(at)));

export const SCHEDULE_STORE_RULES: readonly StoreRule[] = [
  {
    title: 'keeps a schedule as it is, with any text',
    check: async (store) => {
      const odd = plan('a', { description: `'; DROP TABLE haft_schedules; -- $1 🦊 北京`, prompt: 'line\n"two" \\ %' });
      const off = plan('b', { enabled: false, nextRun: undefined });
      await add(store, odd, off);
      expect(await store.find(KIM, 'a')).toEqual(odd);
      expect(await store.find(KIM, 'b')).toEqual(off);
      const args = { text: 'a\0b', ['__proto__x']: 1 };
      await add(store, plan('nul', { description: 'a\0b', tools: [{ tool: 'send', args }] }));
      expect((await store.find(KIM, 'nul'))?.tools).toEqual([{ tool: 'send', args }]);
      expect(await store.find(KIM, 'a\0')).toBeUndefined();
    },
  },
  {
    title: 'finds, lists, replaces and removes only schedules of the owner',
    check: async (store) => {
      await add(store, plan('b'), plan('a', { enabled: false, nextRun: undefined }), plan('c'));
      await add(store, plan('lee', LEE), plan('globex', OTHER_TENANT));
      expect(idsOf(await store.list(KIM, { limit: 10 }))).toEqual(['b', 'a', 'c']);
      expect(idsOf(await store.list(KIM, { limit: 2 }))).toEqual(['b', 'a']);
      expect(idsOf(await store.list(KIM, { enabled: true, limit: 10 }))).toEqual(['b', 'c']);
      expect(idsOf(await store.list(KIM, { enabled: false, limit: 10 }))).toEqual(['a']);
      for (const id of ['lee', 'globex']) {
        expect(await store.find(KIM, id)).toBeUndefined();
        expect(await store.replace(plan(id, { description: 'stolen' }))).toBe(false);
        expect(await store.remove(KIM, id)).toBe(0);
      }
      expect(await store.replace(plan('b', { description: 'new', nextRun: NOW + 1 }))).toBe(true);
      expect(await store.find(KIM, 'b')).toMatchObject({ description: 'new', nextRun: NOW + 1 });
      expect(await store.remove(KIM, 'b')).toBe(1);
      expect(await store.replace(plan('b'))).toBe(false);
      expect(await store.remove(KIM, undefined)).toBe(2);
      expect(await store.find(LEE, 'lee')).toEqual(plan('lee', LEE));
      expect(await store.find(OTHER_TENANT, 'globex')).toEqual(plan('globex', OTHER_TENANT));
    },
  },
  {
    title: 'adds no more than the limit of an owner, also if twenty come at once',
    check: async (store) => {
      await add(store, plan('lee', LEE));
      const added = await twenty((at) => store.add(plan(`s${String(at)}`), 7));
      expect(added.filter(Boolean)).toHaveLength(7);
      expect(await store.list(KIM, { limit: 100 })).toHaveLength(7);
      expect(await store.add(plan('more'), 7)).toBe(false);
      expect(await store.add(plan('more', OTHER_TENANT), 7)).toBe(true);
    },
  },
  {
    title: 'keeps texts and owners that have the character NUL',
    check: async (store) => {
      const owner = { tenantId: 'ac\0me', userId: 'k\0im' };
      await add(store, plan('a', { ...owner, description: 'a\0b', prompt: '\0ask' }));
      const { description, prompt, tenantId, userId } = (await store.find(owner, 'a')) ?? plan('none');
      const texts = [description, prompt, tenantId, userId].join();
      expect(texts).toMatch(/^a[\0\uFFFD]b,[\0\uFFFD]ask,ac[\0\uFFFD]me,k[\0\uFFFD]im$/u);
      expect(await store.find({ ...owner, userId: 'k' }, 'a')).toBeUndefined();
    },
  },
  {
    title: 'lists due schedules of all owners, the oldest first',
    check: async (store) => {
      expect(await store.nextDue()).toBeUndefined();
      await add(store, plan('later', { nextRun: NOW + 1 }), plan('now'), plan('old', { ...LEE, nextRun: NOW - DAY }));
      await add(store, plan('off', { enabled: false, nextRun: NOW - DAY * 2 }), plan('none', { nextRun: undefined }));
      expect(idsOf(await store.due(NOW, 10))).toEqual(['old', 'now']);
      expect(idsOf(await store.due(NOW, 1))).toEqual(['old']);
      expect(idsOf(await store.due(NOW + 1, 10))).toEqual(['old', 'now', 'later']);
      expect(await store.nextDue()).toBe(NOW - DAY);
      await store.remove(LEE, undefined);
      expect(await store.nextDue()).toBe(NOW);
    },
  },
  {
    title: 'gives a slot to one of twenty claims',
    check: async (store) => {
      await add(store, plan('a'));
      const claims = await twenty(() => store.claim(SLOT, NOW + DAY, NOW + 1000));
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await store.find(KIM, 'a')).toMatchObject({ nextRun: NOW + DAY, enabled: true });
    },
  },
  {
    title: 'disables a schedule that has no next slot',
    check: async (store) => {
      await add(store, plan('a'), plan('b'));
      expect(await store.claim(SLOT, undefined, NOW + 1000)).toBe(true);
      expect(await store.miss({ schedule: 'b', at: NOW }, undefined)).toBe(true);
      for (const id of ['a', 'b']) {
        expect(await store.find(KIM, id)).toMatchObject({ nextRun: undefined, enabled: false });
      }
      expect(await store.nextDue()).toBeUndefined();
    },
  },
  {
    title: 'refuses a claim after a change, and a second claim of an executed slot',
    check: async (store) => {
      await add(store, plan('a'));
      await store.replace(plan('a', { nextRun: NOW + 5 }));
      expect(await store.claim(SLOT, NOW + DAY, NOW + 1000)).toBe(false);
      expect(await store.miss(SLOT, NOW + DAY)).toBe(false);
      await store.replace(plan('a', { enabled: false }));
      expect(await store.claim(SLOT, NOW + DAY, NOW + 1000)).toBe(false);
      await store.replace(plan('a'));
      expect(await store.claim(SLOT, NOW + DAY, NOW + 1000)).toBe(true);
      await store.finish(SLOT, 'done');
      await store.replace(plan('a'));
      expect(await store.claim(SLOT, NOW + DAY, NOW + 1000)).toBe(false);
    },
  },
  {
    title: 'records a missed slot once',
    check: async (store) => {
      await add(store, plan('a'));
      const misses = await twenty(() => store.miss(SLOT, NOW + DAY));
      expect(misses.filter(Boolean)).toHaveLength(1);
      expect(await store.find(KIM, 'a')).toMatchObject({ nextRun: NOW + DAY, lastOutcome: 'missed' });
      expect(await store.claim(SLOT, NOW + DAY, NOW + 1000)).toBe(false);
      expect(await store.interrupt(NOW + DAY)).toEqual([]);
    },
  },
  {
    title: 'interrupts an execution once, after the end of its lease',
    check: async (store) => {
      await add(store, plan('a'), plan('b'));
      await store.claim(SLOT, NOW + DAY, NOW + 1000);
      await store.claim({ schedule: 'b', at: NOW }, NOW + DAY, NOW + 1000);
      await store.finish({ schedule: 'b', at: NOW }, 'done');
      expect(await store.interrupt(NOW + 1000)).toEqual([]);
      await store.renew(SLOT, NOW + 2000);
      expect(await store.interrupt(NOW + 2000)).toEqual([]);
      const ended = await twenty(() => store.interrupt(NOW + 2001));
      expect(ended.flat()).toEqual([SLOT]);
      expect(await store.find(KIM, 'a')).toMatchObject({ lastOutcome: 'interrupted' });
      expect(await store.find(KIM, 'b')).toMatchObject({ lastOutcome: 'done' });
    },
  },
  {
    title: 'keeps the first outcome of a slot, also over a change of the schedule',
    check: async (store) => {
      await add(store, plan('a'));
      await store.claim(SLOT, NOW + DAY, NOW + 1000);
      await store.interrupt(NOW + 1001);
      await store.finish(SLOT, 'done');
      await store.renew(SLOT, NOW + 5000);
      expect(await store.interrupt(NOW + DAY)).toEqual([]);
      await store.replace(plan('a', { description: 'changed', nextRun: NOW + DAY }));
      expect(await store.find(KIM, 'a')).toMatchObject({ description: 'changed', lastOutcome: 'interrupted' });
      for (let day = 1; day <= 30; day += 1) {
        const slot = { schedule: 'a', at: NOW + DAY * day };
        expect(await store.claim(slot, slot.at + DAY, slot.at + 1000)).toBe(true);
        await store.finish(slot, `failed: \0 day ${String(day)}`);
      }
      expect((await store.find(KIM, 'a'))?.lastOutcome).toMatch(/^failed: .* day 30$/u);
    },
  },
  {
    title: 'removes a schedule while it is executed',
    check: async (store) => {
      await add(store, plan('a'));
      await store.claim(SLOT, NOW + DAY, NOW + 1000);
      expect(await store.remove(KIM, 'a')).toBe(1);
      await store.renew(SLOT, NOW + 2000);
      await store.finish(SLOT, 'done');
      expect(await store.interrupt(NOW + DAY)).toEqual([]);
      expect(await store.find(KIM, 'a')).toBeUndefined();
      await add(store, plan('a'));
      expect(await store.claim(SLOT, NOW + DAY, NOW + 1000)).toBe(true);
    },
  },
  {
    title: 'takes changes, ends and removals at once, without a deadlock',
    check: async (store) => {
      const ids = Array.from({ length: 20 }, (_, at) => `s${String(at)}`);
      await add(store, ...ids.map((id) => plan(id)));
      for (const id of ids) await store.claim({ schedule: id, at: NOW }, NOW + DAY, NOW + 1000);
      const finish = (id: string): Promise<void> => store.finish({ schedule: id, at: NOW }, 'done');
      // The removal is among the first, so that it meets executions that are about to end.
      await Promise.all([
        ...ids.slice(0, 6).map(finish),
        store.remove(KIM, undefined),
        store.interrupt(NOW + 1001),
        ...ids.map((id) => store.renew({ schedule: id, at: NOW }, NOW + 3000)),
        ...ids.slice(6).map(finish),
        store.interrupt(NOW + 3001),
      ]);
      expect(await store.list(KIM, { limit: 100 })).toEqual([]);
      expect(await store.interrupt(NOW + DAY)).toEqual([]);
    },
  },
];
