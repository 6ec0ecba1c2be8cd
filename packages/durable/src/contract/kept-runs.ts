import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { ContractCheck } from './contract-check.js';
import { proposal, ref } from './proposal.js';
import { end, leaseOf, running, written } from './rows.js';

/** Rules of saved runs, and of what is deleted. */
export const KEPT_RUNS: readonly ContractCheck[] = [
  {
    title: 'saves a run only over the version that was read',
    check: async (ledger) => {
      const run = { runId: 'r\0\\un', tenantId: 't', userId: 'u', pending: '{}', updatedAt: 1 };
      strictEqual(await ledger.getRun(run), undefined);
      strictEqual(await ledger.saveRun(run, 1), false);
      const first = await Promise.all(Array.from({ length: 10 }, async () => ledger.saveRun(run, 0)));
      strictEqual(first.filter(Boolean).length, 1);
      strictEqual(await ledger.saveRun({ ...run, pending: '{"a":1}' }, 1), true);
      strictEqual(await ledger.saveRun(run, 1), false);
      deepStrictEqual(await ledger.getRun(run), { ...run, pending: '{"a":1}', version: 2 });
    },
  },
  {
    title: 'saves a run with its call, or neither if the call was written before',
    check: async (ledger) => {
      const run = { runId: 'ru\0n', tenantId: 't', userId: 'u', pending: '{}', updatedAt: 1 };
      const propose = async (key: string, version: number, pending = run.pending) => {
        const [change] = await ledger.propose([proposal(key, { runId: run.runId })], {
          saves: { run: { ...run, pending }, version },
        });
        return [change?.changed, change?.isRunSaved === true];
      };
      const first = await propose('ru/1', 0);
      // A ledger may leave all runs to `saveRun`.
      if (first[1] === false) return;
      deepStrictEqual(first, [true, true]);
      deepStrictEqual(await ledger.getRun(run), { ...run, version: 1 });
      deepStrictEqual(await propose('ru/1', 1, '{"a":1}'), [false, false]);
      deepStrictEqual(await propose('ru/2', 0, '{"a":2}'), [true, false]);
      deepStrictEqual(await propose('ru/3', 7, '{"a":3}'), [true, false]);
      deepStrictEqual(await ledger.getRun(run), { ...run, version: 1 });
      deepStrictEqual(await propose('ru/4', 1, '{"a":4}'), [true, true]);
      deepStrictEqual(await ledger.getRun(run), { ...run, pending: '{"a":4}', version: 2 });
      deepStrictEqual((await ledger.get(ref('ru/4')))?.runId, run.runId);
    },
  },
  {
    title: 'deletes what ended before a time, and runs without calls',
    check: async (ledger) => {
      for (const key of ['old/1', 'old/2', 'new/1']) {
        const own = await written(ledger, running(key, { runId: key.split('/')[0] ?? '' }));
        await ledger.settle(leaseOf(own), { ...end('done'), now: key === 'new/1' ? 9000 : 10 });
      }
      await written(ledger, proposal('open/1', { runId: 'open' }));
      await written(ledger, running('unknown/1', { runId: 'unknown' }));
      const unknown = { state: 'unknown_outcome', outcome: '{}', now: 10 } as const;
      await ledger.settle({ ...ref('unknown/1'), attempt: 1, lease: 'first' }, unknown);
      const saved = { tenantId: 'tenant', userId: 'user', pending: '{}', updatedAt: 10 };
      for (const runId of ['old', 'new', 'open']) await ledger.saveRun({ ...saved, runId }, 0);
      strictEqual(await ledger.prune({ before: 5000, limit: 1 }), 1);
      strictEqual(await ledger.prune({ before: 5000, limit: 100 }), 2);
      strictEqual(await ledger.prune({ before: 5000, limit: 100 }), 0);
      strictEqual(await ledger.getRun({ ...saved, runId: 'old' }), undefined);
      ok(
        (await ledger.getRun({ ...saved, runId: 'open' })) !== undefined &&
          (await ledger.get(ref('open/1'))) !== undefined,
      );
      ok((await ledger.get(ref('new/1'))) !== undefined && (await ledger.get(ref('unknown/1'))) !== undefined);
    },
  },
];
