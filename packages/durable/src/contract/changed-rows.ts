import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { CallRow } from '@haft/runtime';
import type { ContractCheck } from './contract-check.js';
import { proposal, ref } from './proposal.js';
import { approve, end, leaseOf, running, start, written } from './rows.js';

/** Rules of changes: each is a compare-and-set. */
export const CHANGED_ROWS: readonly ContractCheck[] = [
  {
    title: 'returns a row as it was written',
    check: async (ledger) => {
      for (const [index, text] of STRANGE_TEXTS.entries()) {
        const call = proposal(`strange-${index}`, {
          runId: text,
          turn: text,
          callId: text,
          userId: text,
          tenantId: text,
          tool: text,
          call: JSON.stringify(text),
        });
        const row = await written(ledger, call);
        deepStrictEqual(await ledger.get(row), row);
        strictEqual(row.userId, text);
        strictEqual((await ledger.list({ tenantId: text, userId: text, tool: text })).length, 1);
      }
      strictEqual(await ledger.get(ref('none')), undefined);
    },
  },
  {
    title: 'writes a call once',
    check: async (ledger) => {
      const changes = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => ledger.propose([proposal('once', { call: `${index}` })])),
      );
      strictEqual(changes.filter(([change]) => change?.changed).length, 1);
      strictEqual(new Set(changes.map(([change]) => change?.row?.call)).size, 1);
    },
  },
  {
    title: 'writes calls together',
    check: async (ledger) => {
      await written(ledger, proposal('known'));
      const changes = await ledger.propose([proposal('a'), proposal('known'), proposal('b')]);
      deepStrictEqual(
        changes.map(({ changed, row }) => [changed, row?.key]),
        [
          [true, 'a'],
          [false, 'known'],
          [true, 'b'],
        ],
      );
    },
  },
  {
    title: 'replaces a running call under its lease only',
    check: async (ledger) => {
      const row = await written(ledger, running('asked'));
      const lease = leaseOf(row);
      const createdAt = row.createdAt + 1000;
      const asked = { request: '{}', expiresAt: 9e12, kind: 'approval' } as const;
      const again = proposal('asked', { fingerprint: 'second', createdAt, ...asked });
      const [foreign] = await ledger.propose([again], { replaces: [{ ...lease, lease: 'other' }] });
      strictEqual(foreign?.changed, false);
      const [change] = await ledger.propose([again], { replaces: [lease] });
      const { state, fingerprint, attempt, lease: left, effectKey } = change?.row as CallRow;
      deepStrictEqual(
        [change?.changed, state, fingerprint, attempt, left, effectKey],
        [true, 'awaiting', 'second', 1, null, row.effectKey],
      );
      deepStrictEqual([change?.row?.createdAt, change?.row?.updatedAt], [row.createdAt, createdAt]);
      strictEqual(await ledger.settle(lease, end('done')), false);
    },
  },
  {
    title: 'leaves a cancelled call under its lease, so that it neither waits nor is saved as waiting',
    check: async (ledger) => {
      const lease = leaseOf(await written(ledger, running('told')));
      const cancelled = await ledger.cancel(lease, { outcome: '{}', now: 5 });
      const run = { runId: 'run', tenantId: 'tenant', userId: 'user', pending: '{}', updatedAt: 1 };
      for (const options of [{}, { saves: { run, version: 0 } }]) {
        const [change] = await ledger.propose([proposal('told')], { replaces: [lease], ...options });
        deepStrictEqual(change, { changed: false, row: cancelled.row });
      }
      strictEqual(await ledger.getRun(run), undefined);
      strictEqual(await ledger.settle(lease, { ...end('done'), state: 'cancelled' }), true);
    },
  },
  {
    title: 'takes one decision, for its fingerprint, in time',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('decided', { expiresAt: 5000 }));
      const decision = { fingerprint: 'print', state: 'approved', decision: '{"kind":"approve"}', now: 4000 } as const;
      strictEqual((await ledger.decide(ref(key), { ...decision, fingerprint: 'other' })).changed, false);
      strictEqual((await ledger.decide(ref(key), { ...decision, now: 5000 })).changed, false);
      strictEqual((await ledger.decide(ref(key), { ...decision, from: 'unknown_outcome' })).changed, false);
      const changes = await Promise.all(Array.from({ length: 20 }, async () => ledger.decide(ref(key), decision)));
      strictEqual(changes.filter(({ changed }) => changed).length, 1);
      ok(changes.every(({ row }) => row?.state === 'approved'));
      deepStrictEqual(await ledger.decide(ref('none'), decision), { changed: false, row: undefined });
    },
  },
  {
    title: 'begins the attempt of one decision in the same write, or leaves it approved',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('begun', { expiresAt: 5000 }));
      const decision = { fingerprint: 'print', state: 'approved', decision: '{"kind":"approve"}', now: 1000 } as const;
      const begin = (index: number) => ({ lease: `lease-${index}`, leaseUntil: 2000 });
      for (const wrong of [{ fingerprint: 'other' }, { now: 5000 }, { from: 'unknown_outcome' as const }]) {
        strictEqual((await ledger.decide(ref(key), { ...decision, begin: begin(0), ...wrong })).changed, false);
      }
      const changes = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => ledger.decide(ref(key), { ...decision, begin: begin(index) })),
      );
      const winner = changes.findIndex(({ changed }) => changed);
      strictEqual(changes.filter(({ changed }) => changed).length, 1);
      const { state, attempt, lease, leaseUntil, decision: kept } = (await ledger.get(ref(key))) as CallRow;
      strictEqual(kept, decision.decision);
      if (state === 'approved') return;
      deepStrictEqual([state, attempt, lease, leaseUntil], ['running', 1, `lease-${winner}`, 2000]);
      strictEqual((await ledger.start(ref(key), start(99))).changed, false);
      strictEqual(await ledger.settle({ ...ref(key), attempt: 1, lease: `lease-${winner}` }, end('done')), true);
    },
  },
  {
    title: 'takes a late decision that executes nothing',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('late', { expiresAt: 1 }));
      const denial = {
        fingerprint: 'print',
        state: 'denied',
        decision: '{}',
        outcome: '{"text":"No."}',
        now: 4000,
      } as const;
      const { changed, row } = await ledger.decide(ref(key), { ...denial, ignoresExpiry: true });
      deepStrictEqual([changed, row?.state, row?.outcome, row?.updatedAt], [true, 'denied', '{"text":"No."}', 4000]);
    },
  },
  {
    title: 'begins an approved call once, and again after its lease',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('started'));
      strictEqual((await ledger.start(ref(key), start(1))).changed, false);
      await approve(ledger, key);
      const starts = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => ledger.start(ref(key), start(index))),
      );
      strictEqual(starts.filter(({ changed }) => changed).length, 1);
      const { attempt, lease } = (await ledger.get(ref(key))) as CallRow;
      strictEqual(attempt, 1);
      strictEqual((await ledger.start(ref(key), { ...start(99), now: 2000 })).changed, false);
      strictEqual((await ledger.start(ref(key), { ...start(99), now: 2001, from: ['approved'] })).changed, false);
      const { changed, row } = await ledger.start(ref(key), { ...start(99), now: 2001 });
      deepStrictEqual([changed, row?.attempt, row?.lease], [true, 2, 'lease-99']);
      strictEqual(await ledger.settle({ ...ref(key), attempt, lease: lease ?? '' }, end('done')), false);
    },
  },
  {
    title: 'ends an attempt once, under its lease',
    check: async (ledger) => {
      const lease = leaseOf(await written(ledger, running('settled')));
      strictEqual(await ledger.settle({ ...lease, attempt: 2 }, end('done')), false);
      strictEqual(await ledger.settle({ ...lease, lease: 'other' }, end('done')), false);
      const settled = await Promise.all(Array.from({ length: 20 }, async () => ledger.settle(lease, end('done'))));
      strictEqual(settled.filter(Boolean).length, 1);
      const { state, outcome, lease: left, leaseUntil } = (await ledger.get(lease)) as CallRow;
      deepStrictEqual([state, outcome, left, leaseUntil], ['done', '{"text":"done"}', null, null]);
      strictEqual((await ledger.start(lease, { ...start(1), now: 9e12 })).changed, false);
    },
  },
  {
    title: 'lets a queued call wait, and lets it continue, without a decision',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('program', { kind: 'program', state: 'queued' }));
      const change = { fingerprint: 'print', now: 5, decision: null, ignoresExpiry: true } as const;
      const waiting = await ledger.decide(ref(key), { ...change, from: 'queued', state: 'awaiting' });
      deepStrictEqual([waiting.changed, waiting.row?.state, waiting.row?.decision], [true, 'awaiting', null]);
      strictEqual((await ledger.decide(ref(key), { ...change, from: 'queued', state: 'approved' })).changed, false);
      strictEqual((await ledger.decide(ref(key), { ...change, state: 'approved' })).row?.state, 'approved');
    },
  },
  {
    title: 'renews leases, and names lost and cancelled ones',
    check: async (ledger) => {
      const [kept, lost, cancelled] = await Promise.all(
        ['kept', 'lost', 'cancelled'].map(async (key) =>
          leaseOf(await written(ledger, running(key, { lease: `of-${key}` }))),
        ),
      );
      if (kept === undefined || lost === undefined || cancelled === undefined) return;
      await ledger.start(lost, { ...start(1), now: 9e12 });
      await ledger.cancel(cancelled, { outcome: '{}', now: 1 });
      const renewed = await ledger.renew([kept, lost, cancelled], 7000);
      deepStrictEqual(renewed, { lost: ['of-lost'], cancelled: ['of-cancelled'] });
      strictEqual((await ledger.get(ref('kept')))?.leaseUntil, 7000);
      strictEqual((await ledger.get(ref('lost')))?.attempt, 2);
      strictEqual((await ledger.get(ref('lost')))?.leaseUntil, 2000);
      deepStrictEqual(await ledger.renew([], 8000), { lost: [], cancelled: [] });
    },
  },
  {
    title: 'keeps the progress of an attempt, and drops that of a lost lease',
    check: async (ledger) => {
      if (ledger.report === undefined) return;
      const lease = leaseOf(await written(ledger, running('long')));
      await ledger.report(lease, '{"done":1}');
      strictEqual((await ledger.get(ref('long')))?.progress, '{"done":1}');
      await ledger.start(ref('long'), { ...start(1), now: 9e12 });
      await ledger.report(lease, '{"done":2}');
      strictEqual((await ledger.get(ref('long')))?.progress, '{"done":1}');
    },
  },
  {
    title: 'keeps the value of an attempt for later attempts, and drops that of a lost lease',
    check: async (ledger) => {
      if (ledger.keep === undefined) return;
      const lease = leaseOf(await written(ledger, running('job')));
      strictEqual(await ledger.keep(lease, '{"job":1}'), true);
      strictEqual(await ledger.keep(lease, '{"job":2}'), true);
      const { row } = await ledger.start(ref('job'), { ...start(1), now: 9e12 });
      strictEqual(row?.kept, '{"job":2}');
      strictEqual(await ledger.keep(lease, '{"job":3}'), false);
      strictEqual((await ledger.get(ref('job')))?.kept, '{"job":2}');
      strictEqual(await ledger.settle(leaseOf(row), end('done')), true);
      strictEqual((await ledger.get(ref('job')))?.kept, '{"job":2}');
    },
  },
  {
    title: 'clears the kept value if a call asks for another decision',
    check: async (ledger) => {
      if (ledger.keep === undefined) return;
      const lease = leaseOf(await written(ledger, running('asks')));
      await ledger.keep(lease, '{"job":1}');
      const [change] = await ledger.propose([proposal('asks')], { replaces: [lease] });
      strictEqual(change?.row?.kept, null);
      strictEqual((await ledger.get(ref('asks')))?.kept, null);
    },
  },
  {
    title: 'clears the kept value if a person decides about an unknown outcome',
    check: async (ledger) => {
      if (ledger.keep === undefined) return;
      const lease = leaseOf(await written(ledger, running('lost')));
      await ledger.keep(lease, '{"job":1}');
      await ledger.settle(lease, { ...end('done'), state: 'unknown_outcome' });
      strictEqual((await ledger.get(lease))?.kept, '{"job":1}');
      const again = { fingerprint: 'print', state: 'approved', decision: '{}', now: 1600 } as const;
      const { row } = await ledger.decide(ref('lost'), { ...again, from: 'unknown_outcome' });
      deepStrictEqual([row?.state, row?.kept], ['approved', null]);
    },
  },
  {
    title: 'begins a cancelled call again, if a person decides so about its unknown outcome',
    check: async (ledger) => {
      const lease = leaseOf(await written(ledger, running('stopped')));
      await ledger.cancel(lease, { outcome: '{}', now: 5 });
      await ledger.settle(lease, { ...end('done'), state: 'unknown_outcome' });
      const again = { fingerprint: 'print', state: 'queued', decision: '{}', now: 1600 } as const;
      const decided = await ledger.decide(lease, { ...again, from: 'unknown_outcome' });
      deepStrictEqual([decided.row?.state, decided.row?.isCancelled], ['queued', false]);
      const { row } = await ledger.start(lease, start(1));
      deepStrictEqual([row?.state, row?.attempt], ['running', 2]);
      deepStrictEqual(await ledger.renew([leaseOf(row as CallRow)], 7000), { lost: [], cancelled: [] });
    },
  },
  {
    title: 'ends a waiting call that is cancelled, and marks a running one',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('waiting'));
      const { changed, row } = await ledger.cancel(ref(key), { outcome: '{"text":"Over."}', now: 5 });
      deepStrictEqual([changed, row?.state, row?.outcome], [true, 'cancelled', '{"text":"Over."}']);
      strictEqual((await ledger.cancel(ref(key), { outcome: '{}', now: 5 })).changed, false);
      const lease = leaseOf(await written(ledger, running('busy')));
      strictEqual((await ledger.cancel(ref('busy'), { outcome: '{}', now: 5 })).row?.isCancelled, true);
      strictEqual(await ledger.settle(lease, end('done')), true);
    },
  },
];

const STRANGE_TEXTS = [
  '',
  '\uD800 half',
  'half \uDC00',
  '\\ud800',
  '__proto__',
  'a\0b\\0c\\',
  "'; DROP TABLE haft_calls; --",
  '😀 ü 漢',
  '%_"`$1?1',
  'x'.repeat(100_000),
];
