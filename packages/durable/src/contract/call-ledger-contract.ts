import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { CallLease, CallLedger, CallRow, ProposedCall, RowFilter } from '@haft/runtime';
import { proposal } from './proposal.js';

/** One rule that a ledger keeps. */
export interface ContractCheck {
  /** The rule, as the title of a test. */
  readonly title: string;
  /**
   * Checks the rule.
   *
   * @param ledger - an empty ledger
   * @throws {AssertionError} if the ledger breaks the rule
   */
  readonly check: (ledger: CallLedger) => Promise<void>;
}

/**
 * Returns the rules of a `CallLedger`, as checks for any test runner. Give each check a ledger
 * without rows.
 *
 * @example for (const { title, check } of callLedgerContract()) test(title, () => check(open()));
 */
export function callLedgerContract(): readonly ContractCheck[] {
  return CHECKS;
}

const CHECKS: readonly ContractCheck[] = [
  {
    title: 'returns a row as it was written',
    check: async (ledger) => {
      for (const [index, text] of STRANGE_TEXTS.entries()) {
        const call = proposal(`strange-${index}`, {
          runId: text,
          callId: text,
          userId: text,
          tenantId: text,
          tool: text,
          call: JSON.stringify(text),
        });
        const row = await written(ledger, call);
        deepStrictEqual(await ledger.get(row.key), row);
        strictEqual(row.userId, text);
        strictEqual((await ledger.list({ tenantId: text, userId: text, tool: text })).length, 1);
      }
      strictEqual(await ledger.get('none'), undefined);
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
      const again = proposal('asked', { fingerprint: 'second', request: '{}', expiresAt: 9e12, kind: 'approval' });
      const [foreign] = await ledger.propose([again], { replaces: [{ ...lease, lease: 'other' }] });
      strictEqual(foreign?.changed, false);
      const [change] = await ledger.propose([again], { replaces: [lease] });
      const { state, fingerprint, attempt, lease: left, effectKey } = change?.row as CallRow;
      deepStrictEqual(
        [change?.changed, state, fingerprint, attempt, left, effectKey],
        [true, 'awaiting', 'second', 1, null, row.effectKey],
      );
      strictEqual(await ledger.settle(lease, end('done')), false);
    },
  },
  {
    title: 'takes one decision, for its fingerprint, in time',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('decided', { expiresAt: 5000 }));
      const decision = { fingerprint: 'print', state: 'approved', decision: '{"kind":"approve"}', now: 4000 } as const;
      strictEqual((await ledger.decide(key, { ...decision, fingerprint: 'other' })).changed, false);
      strictEqual((await ledger.decide(key, { ...decision, now: 5000 })).changed, false);
      strictEqual((await ledger.decide(key, { ...decision, from: 'unknown_outcome' })).changed, false);
      const changes = await Promise.all(Array.from({ length: 20 }, async () => ledger.decide(key, decision)));
      strictEqual(changes.filter(({ changed }) => changed).length, 1);
      ok(changes.every(({ row }) => row?.state === 'approved'));
      deepStrictEqual(await ledger.decide('none', decision), { changed: false, row: undefined });
    },
  },
  {
    title: 'begins an attempt with the decision, once',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('begun'));
      const decision = { fingerprint: 'print', state: 'approved', decision: '{"kind":"approve"}', now: 4000 } as const;
      const leases = Array.from({ length: 20 }, (_, index) => `lease ${String(index)}`);
      const changes = await Promise.all(
        leases.map(async (lease) => ledger.decide(key, { ...decision, attempt: { lease, leaseUntil: 9000 } })),
      );
      strictEqual(changes.filter(({ changed }) => changed).length, 1);
      const [first] = changes.filter(({ changed }) => changed);
      const { state, attempt, lease, leaseUntil } = first?.row as CallRow;
      deepStrictEqual(
        [state, attempt, leases[changes.findIndex(({ changed }) => changed)], leaseUntil],
        ['running', 1, lease, 9000],
      );
      strictEqual(await ledger.settle({ key, attempt: 1, lease: 'another' }, end('done')), false);
      strictEqual(await ledger.settle({ key, attempt: 1, lease: lease ?? '' }, end('done')), true);
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
      const { changed, row } = await ledger.decide(key, { ...denial, ignoresExpiry: true });
      deepStrictEqual([changed, row?.state, row?.outcome, row?.updatedAt], [true, 'denied', '{"text":"No."}', 4000]);
    },
  },
  {
    title: 'begins an approved call once, and again after its lease',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('started'));
      strictEqual((await ledger.start(key, start(1))).changed, false);
      await approve(ledger, key);
      const starts = await Promise.all(Array.from({ length: 20 }, async (_, index) => ledger.start(key, start(index))));
      strictEqual(starts.filter(({ changed }) => changed).length, 1);
      const { attempt, lease } = (await ledger.get(key)) as CallRow;
      strictEqual(attempt, 1);
      strictEqual((await ledger.start(key, { ...start(99), now: 2000 })).changed, false);
      strictEqual((await ledger.start(key, { ...start(99), now: 2001, from: ['approved'] })).changed, false);
      const { changed, row } = await ledger.start(key, { ...start(99), now: 2001 });
      deepStrictEqual([changed, row?.attempt, row?.lease], [true, 2, 'lease-99']);
      strictEqual(await ledger.settle({ key, attempt, lease: lease ?? '' }, end('done')), false);
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
      const { state, outcome, lease: left, leaseUntil } = (await ledger.get(lease.key)) as CallRow;
      deepStrictEqual([state, outcome, left, leaseUntil], ['done', '{"text":"done"}', null, null]);
      strictEqual((await ledger.start(lease.key, { ...start(1), now: 9e12 })).changed, false);
    },
  },
  {
    title: 'lets a queued call wait, and lets it continue, without a decision',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('program', { kind: 'program', state: 'queued' }));
      const change = { fingerprint: 'print', now: 5, decision: null, ignoresExpiry: true } as const;
      const waiting = await ledger.decide(key, { ...change, from: 'queued', state: 'awaiting' });
      deepStrictEqual([waiting.changed, waiting.row?.state, waiting.row?.decision], [true, 'awaiting', null]);
      strictEqual((await ledger.decide(key, { ...change, from: 'queued', state: 'approved' })).changed, false);
      strictEqual((await ledger.decide(key, { ...change, state: 'approved' })).row?.state, 'approved');
    },
  },
  {
    title: 'renews leases, and names lost and cancelled ones',
    check: async (ledger) => {
      const [kept, lost, cancelled] = await Promise.all(
        ['kept', 'lost', 'cancelled'].map(async (key) => leaseOf(await written(ledger, running(key)))),
      );
      if (kept === undefined || lost === undefined || cancelled === undefined) return;
      await ledger.start(lost.key, { ...start(1), now: 9e12 });
      await ledger.cancel(cancelled.key, { outcome: '{}', now: 1 });
      const renewed = await ledger.renew([kept, lost, cancelled], 7000);
      deepStrictEqual(renewed, { lost: ['lost'], cancelled: ['cancelled'] });
      strictEqual((await ledger.get('kept'))?.leaseUntil, 7000);
      strictEqual((await ledger.get('lost'))?.attempt, 2);
      strictEqual((await ledger.get('lost'))?.leaseUntil, 2000);
      deepStrictEqual(await ledger.renew([], 8000), { lost: [], cancelled: [] });
    },
  },
  {
    title: 'keeps the progress of an attempt, and drops that of a lost lease',
    check: async (ledger) => {
      if (ledger.report === undefined) return;
      const lease = leaseOf(await written(ledger, running('long')));
      await ledger.report(lease, '{"done":1}');
      strictEqual((await ledger.get('long'))?.progress, '{"done":1}');
      await ledger.start('long', { ...start(1), now: 9e12 });
      await ledger.report(lease, '{"done":2}');
      strictEqual((await ledger.get('long'))?.progress, '{"done":1}');
    },
  },
  {
    title: 'ends a waiting call that is cancelled, and marks a running one',
    check: async (ledger) => {
      const { key } = await written(ledger, proposal('waiting'));
      const { changed, row } = await ledger.cancel(key, { outcome: '{"text":"Over."}', now: 5 });
      deepStrictEqual([changed, row?.state, row?.outcome], [true, 'cancelled', '{"text":"Over."}']);
      strictEqual((await ledger.cancel(key, { outcome: '{}', now: 5 })).changed, false);
      const lease = leaseOf(await written(ledger, running('busy')));
      strictEqual((await ledger.cancel('busy', { outcome: '{}', now: 5 })).row?.isCancelled, true);
      strictEqual(await ledger.settle(lease, end('done')), true);
    },
  },
  {
    title: 'lists suspended calls only if they are asked for, or their end is unknown',
    check: async (ledger) => {
      const program = { kind: 'program', createdAt: 1 } as const;
      await written(ledger, proposal('suspended', program));
      await written(ledger, proposal('direct', { ...running('direct'), kind: null, createdAt: 3 }));
      const lease = leaseOf(await written(ledger, proposal('died', { ...running('died'), ...program, createdAt: 2 })));
      await ledger.settle(lease, { ...end('done'), state: 'unknown_outcome' });
      const keys = async (filter: RowFilter) => (await ledger.list(filter)).map(({ key }) => key);
      deepStrictEqual(await keys({ isDecidable: true }), ['died']);
      deepStrictEqual(await keys({ isDecidable: true, states: ['running', 'awaiting'] }), ['direct']);
      deepStrictEqual(await keys({}), ['suspended', 'died']);
      deepStrictEqual(await keys({ kind: 'program' }), ['suspended', 'died']);
    },
  },
  {
    title: 'lists pages, oldest first, by every property',
    check: async (ledger) => {
      for (let index = 0; index < 30; index++) {
        const own = { userId: `user-${index % 3}`, tool: `tool-${index % 2}`, createdAt: 1000 + Math.floor(index / 7) };
        await written(ledger, proposal(`list-${String(index).padStart(2, '0')}`, own));
      }
      const seen: string[] = [];
      for (let after: CallRow | undefined; ;) {
        const page = await ledger.list({ limit: 7, ...(after && { after }) });
        seen.push(...page.map(({ key }) => key));
        if (page.length < 7) break;
        after = page.at(-1);
      }
      deepStrictEqual(seen, [...seen].sort());
      strictEqual(seen.length, 30);
      strictEqual((await ledger.list({ userId: 'user-1', tool: 'tool-0', tenantId: 'tenant' })).length, 5);
      strictEqual((await ledger.list({ createdBefore: 1001 })).length, 7);
      strictEqual((await ledger.list({ kind: 'input' })).length, 0);
      strictEqual((await ledger.list({ states: ['done', 'running'] })).length, 0);
    },
  },
  {
    title: 'lists calls that expire before a time',
    check: async (ledger) => {
      await written(ledger, proposal('early', { expiresAt: 2000 }));
      await written(ledger, proposal('late', { expiresAt: 3000 }));
      await written(ledger, proposal('never'));
      const keys = async (expiresBefore: number): Promise<readonly string[]> =>
        (await ledger.list({ expiresBefore })).map(({ key }) => key);
      deepStrictEqual(await keys(2000), []);
      deepStrictEqual(await keys(2001), ['early']);
      deepStrictEqual(await keys(9000), ['early', 'late']);
    },
  },
  {
    title: 'lists the calls of one run',
    check: async (ledger) => {
      await written(ledger, proposal('run/a', { runId: 'run' }));
      await written(ledger, proposal('run/b', { runId: 'run' }));
      await written(ledger, proposal('run2/a', { runId: 'run2' }));
      await written(ledger, proposal('run.x/a', { runId: 'run.x' }));
      deepStrictEqual(
        (await ledger.list({ runId: 'run' })).map(({ key }) => key),
        ['run/a', 'run/b'],
      );
    },
  },
  {
    title: 'finds calls that no process works on',
    check: async (ledger) => {
      await written(ledger, running('dead', { leaseUntil: 900 }));
      await written(ledger, running('alive', { leaseUntil: 3000 }));
      await written(ledger, proposal('queued', { state: 'queued', createdAt: 100 }));
      await written(ledger, proposal('fresh', { state: 'queued', createdAt: 800 }));
      await written(ledger, proposal('waiting'));
      const keys = async (limit: number): Promise<readonly string[]> =>
        (await ledger.abandoned({ now: 1000, idleSince: 500, limit })).map(({ key }) => key);
      deepStrictEqual(new Set(await keys(10)), new Set(['dead', 'queued']));
      strictEqual((await keys(1)).length, 1);
    },
  },
  {
    title: 'lists pages of calls that no process works on, those first that wait longest',
    check: async (ledger) => {
      const all: string[] = [];
      for (const since of [100, 100, 200, 300]) {
        all.push(`dead-${all.length}`, `idle-${all.length}`);
        await written(ledger, running(all.at(-2) as string, { leaseUntil: since, createdAt: 5000 - since }));
        await written(ledger, proposal(all.at(-1) as string, { state: 'queued', createdAt: since }));
      }
      // The first four wait equally long: their keys order them.
      const expected = [...all.slice(0, 4).sort(), ...all.slice(4)];
      const found: string[] = [];
      for (let page: readonly CallRow[] = []; ;) {
        const last = page.at(-1);
        const since = (last?.state === 'running' ? last.leaseUntil : last?.updatedAt) ?? 0;
        const after = last === undefined ? {} : { after: { since, key: last.key } };
        page = await ledger.abandoned({ now: 1000, idleSince: 500, limit: 3, ...after });
        if (page.length === 0) break;
        found.push(...page.map(({ key }) => key));
      }
      deepStrictEqual(found, expected);
    },
  },
  {
    title: 'saves a run only over the version that was read',
    check: async (ledger) => {
      const run = { runId: 'r\0\\un', tenantId: 't', userId: 'u', pending: '{}', updatedAt: 1 };
      strictEqual(await ledger.getRun(run.runId), undefined);
      strictEqual(await ledger.saveRun(run, 1), false);
      const first = await Promise.all(Array.from({ length: 10 }, async () => ledger.saveRun(run, 0)));
      strictEqual(first.filter(Boolean).length, 1);
      strictEqual(await ledger.saveRun({ ...run, pending: '{"a":1}' }, 1), true);
      strictEqual(await ledger.saveRun(run, 1), false);
      deepStrictEqual(await ledger.getRun(run.runId), { ...run, pending: '{"a":1}', version: 2 });
    },
  },
  {
    title: 'deletes what ended before a time, and runs without calls',
    check: async (ledger) => {
      for (const key of ['old/1', 'old/2', 'new/1']) {
        const { key: own } = await written(ledger, running(key, { runId: key.split('/')[0] ?? '' }));
        await ledger.settle(
          { key: own, attempt: 1, lease: 'first' },
          { ...end('done'), now: key === 'new/1' ? 9000 : 10 },
        );
      }
      await written(ledger, proposal('open/1', { runId: 'open' }));
      await written(ledger, running('unknown/1', { runId: 'unknown' }));
      const unknown = { state: 'unknown_outcome', outcome: '{}', now: 10 } as const;
      await ledger.settle({ key: 'unknown/1', attempt: 1, lease: 'first' }, unknown);
      const saved = { tenantId: '', userId: '', pending: '{}', updatedAt: 10 };
      for (const runId of ['old', 'new', 'open']) await ledger.saveRun({ ...saved, runId }, 0);
      strictEqual(await ledger.prune({ before: 5000, limit: 1 }), 1);
      strictEqual(await ledger.prune({ before: 5000, limit: 100 }), 2);
      strictEqual(await ledger.prune({ before: 5000, limit: 100 }), 0);
      strictEqual(await ledger.getRun('old'), undefined);
      ok((await ledger.getRun('open')) !== undefined && (await ledger.get('open/1')) !== undefined);
      ok((await ledger.get('new/1')) !== undefined && (await ledger.get('unknown/1')) !== undefined);
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

function running(key: string, own: Partial<ProposedCall> = {}): ProposedCall {
  return proposal(key, { state: 'running', kind: null, lease: 'first', leaseUntil: 2000, ...own });
}

function start(index: number): { readonly lease: string; readonly leaseUntil: number; readonly now: number } {
  return { lease: `lease-${index}`, leaseUntil: 2000, now: 1000 };
}

function end(state: 'done'): { readonly state: 'done'; readonly outcome: string; readonly now: number } {
  return { state, outcome: `{"text":"${state}"}`, now: 1500 };
}

async function written(ledger: CallLedger, call: ProposedCall): Promise<CallRow> {
  const [change] = await ledger.propose([call]);
  strictEqual(change?.changed, true);
  return change.row as CallRow;
}

function leaseOf({ key, attempt, lease }: CallRow): CallLease {
  return { key, attempt, lease: lease ?? '' };
}

async function approve(ledger: CallLedger, key: string): Promise<void> {
  const decision = { fingerprint: 'print', state: 'approved', decision: '{"kind":"approve"}', now: 1 } as const;
  strictEqual((await ledger.decide(key, decision)).changed, true);
}
