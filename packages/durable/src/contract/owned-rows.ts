import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { CallLedger, CallRow, ProposedCall, RowDecision, SavedRun } from '@haft/runtime';
import type { ContractCheck } from './contract-check.js';
import { proposal } from './proposal.js';
import { end, leaseOf, running, start, written } from './rows.js';

/** Rules of owners: the tenant and the user are a part of each key. */
export const OWNED_ROWS: readonly ContractCheck[] = [
  {
    title: 'keeps calls of two owners apart that have the same key',
    check: async (ledger) => {
      for (const owner of OWNERS) await written(ledger, proposal('same', { ...owner, call: JSON.stringify(owner) }));
      for (const owner of OWNERS) {
        const rows = await ledger.list({ ...owner, runId: 'run' });
        deepStrictEqual(
          rows.map(({ call }) => call),
          [JSON.stringify(owner)],
        );
        deepStrictEqual((await ledger.get({ ...owner, key: 'same' }))?.call, JSON.stringify(owner));
      }
      strictEqual(await ledger.get({ key: 'same', tenantId: 'tenant', userId: 'nobody' }), undefined);
    },
  },
  {
    title: 'changes no call of another owner',
    check: async (ledger) => {
      const others = await Promise.all(
        OTHERS.map(async (owner) => written(ledger, running('same', { ...owner, lease: 'x' }))),
      );
      const waiting = await Promise.all(OTHERS.map(async (owner) => written(ledger, proposal('asked', owner))));
      const own = { ...OWNERS[0], key: 'same' };
      const lease = { ...own, attempt: 1, lease: 'x' };
      strictEqual((await ledger.decide({ ...own, key: 'asked' }, APPROVAL)).row, undefined);
      strictEqual((await ledger.start({ ...own, key: 'asked' }, { ...start(1), from: ['awaiting'] })).row, undefined);
      strictEqual((await ledger.start(own, { ...start(1), now: 9e12 })).row, undefined);
      strictEqual((await ledger.cancel({ ...own, key: 'asked' }, { outcome: '{}', now: 5 })).row, undefined);
      strictEqual((await ledger.cancel(own, { outcome: '{}', now: 5 })).row, undefined);
      deepStrictEqual(await ledger.renew([lease], 9e12), { lost: ['x'], cancelled: [] });
      await ledger.report?.(lease, '{"done":1}');
      strictEqual((await ledger.keep?.(lease, '{"job":1}')) ?? false, false);
      strictEqual(await ledger.settle(lease, end('done')), false);
      const [replaced] = await ledger.propose([proposal('same', OWNERS[0])], { replaces: others.map(leaseOf) });
      strictEqual(replaced?.changed, true);
      for (const row of [...others, ...waiting]) deepStrictEqual(await ledger.get(row), row);
    },
  },
  {
    title: 'changes only the call of its owner among those with the same key',
    check: async (ledger) => {
      for (const owner of OWNERS) await written(ledger, proposal('same', owner));
      await Promise.all(OWNERS.map(async (owner, index) => ledger.decide({ ...owner, key: 'same' }, approval(index))));
      await Promise.all(OWNERS.map(async (owner, index) => ledger.start({ ...owner, key: 'same' }, start(index))));
      const rows = await rowsOf(ledger, 'same');
      deepStrictEqual(
        rows.map(({ decision, lease }) => [decision, lease]),
        OWNERS.map((_, index) => [`${index}`, `lease-${index}`]),
      );
      const settled = await Promise.all(
        rows.map(async (row, index) => ledger.settle(leaseOf(row), { ...end('done'), outcome: `${index}` })),
      );
      ok(settled.every(Boolean));
      deepStrictEqual(
        (await rowsOf(ledger, 'same')).map(({ outcome }) => outcome),
        OWNERS.map((_, index) => `${index}`),
      );
    },
  },
  {
    title: 'keeps runs of two owners apart that have the same id',
    check: async (ledger) => {
      const runOf = (owner: Owner, text: string): SavedRun => ({
        ...owner,
        runId: 'chat',
        pending: text,
        updatedAt: 1,
      });
      for (const [index, owner] of OWNERS.entries())
        strictEqual(await ledger.saveRun(runOf(owner, `${index}`), 0), true);
      const [first, ...others] = OWNERS;
      strictEqual(await ledger.saveRun(runOf(first, 'again'), 1), true);
      for (const [index, owner] of others.entries()) {
        const { pending, version, ...facts } = (await ledger.getRun({ ...owner, runId: 'chat' })) ?? {};
        deepStrictEqual([pending, version, facts], [`${index + 1}`, 1, { ...owner, runId: 'chat', updatedAt: 1 }]);
      }
      strictEqual(await ledger.getRun({ runId: 'chat', tenantId: 'tenant', userId: 'nobody' }), undefined);
    },
  },
  {
    title: 'deletes the run of an owner that has no calls, though another owner has calls of a run with its id',
    check: async (ledger) => {
      const [first, other] = OWNERS;
      for (const owner of [first, other]) {
        await ledger.saveRun({ ...owner, runId: 'run', pending: '{}', updatedAt: 10 }, 0);
      }
      await written(ledger, proposal('open', other));
      strictEqual(await ledger.prune({ before: 5000, limit: 100 }), 1);
      strictEqual(await ledger.getRun({ ...first, runId: 'run' }), undefined);
      ok((await ledger.getRun({ ...other, runId: 'run' })) !== undefined);
    },
  },
];

type Owner = Pick<ProposedCall, 'tenantId' | 'userId'>;

const OTHERS: readonly Owner[] = [
  { tenantId: 'tenant', userId: 'eve' },
  { tenantId: 'other', userId: 'ann' },
  { tenantId: '', userId: 'ann' },
  { tenantId: 'tenant', userId: '' },
  { tenantId: 'tenantann', userId: '' },
];
const OWNERS: readonly [Owner, Owner, ...Owner[]] = [
  { tenantId: 'tenant', userId: 'ann' },
  OTHERS[0] as Owner,
  ...OTHERS.slice(1),
];

const APPROVAL: RowDecision = { fingerprint: 'print', state: 'approved', decision: '{}', now: 1 };

function approval(index: number): RowDecision {
  return { ...APPROVAL, decision: `${index}` };
}

async function rowsOf(ledger: CallLedger, key: string): Promise<readonly CallRow[]> {
  return Promise.all(OWNERS.map(async (owner) => (await ledger.get({ ...owner, key })) as CallRow));
}
