import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { CallRow, RowFilter } from '@haft/runtime';
import type { ContractCheck } from './contract-check.js';
import { proposal } from './proposal.js';
import { approve, end, leaseOf, running, written } from './rows.js';

/** Rules of lists of rows, and of searches for rows that no process works on. */
export const FOUND_ROWS: readonly ContractCheck[] = [
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
      await written(ledger, proposal('c_1', { runId: 'run', callId: 'other' }));
      await written(ledger, proposal('c_2', { runId: 'run', callId: 'other', content: '' }));
      const keys = async (filter: RowFilter) => (await ledger.list(filter)).map(({ key }) => key).sort();
      deepStrictEqual(await keys({ runId: 'run' }), ['c_1', 'c_2', 'run/a', 'run/b']);
      deepStrictEqual(await keys({ runId: 'run', callId: 'other' }), ['c_1', 'c_2']);
      deepStrictEqual(await keys({ runId: 'run', contents: ['content-c_1', 'content-run/a'] }), ['c_1', 'run/a']);
      deepStrictEqual(await keys({ callId: 'other', contents: [''] }), ['c_2']);
      deepStrictEqual(await keys({ contents: [] }), []);
      deepStrictEqual(await keys({ key: 'c_2' }), ['c_2']);
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
    title: 'finds background calls behind 2,000 other rows that no process works on',
    check: async (ledger) => {
      const call = '{"background":true}';
      for (let first = 0; first < 2000; first += 500) {
        const keys = Array.from({ length: 500 }, (_, index) => `other-${first + index}`);
        await ledger.propose(
          keys.map((key) => proposal(key, { state: 'queued', kind: 'program', call, createdAt: 1 })),
        );
      }
      await written(ledger, proposal('plain', { state: 'queued', kind: null, createdAt: 1 }));
      await written(ledger, running('direct', { leaseUntil: 1 }));
      await written(ledger, proposal('asked', { kind: 'approval', call, createdAt: 1 }));
      await approve(ledger, 'asked');
      await written(ledger, proposal('task', { state: 'queued', kind: null, call, createdAt: 300 }));
      await written(ledger, running('dead', { call, leaseUntil: 200 }));
      await written(ledger, running('alive', { call, leaseUntil: 3000 }));
      await written(ledger, proposal('fresh', { state: 'queued', kind: null, call, createdAt: 800 }));
      const keys = async (after?: { readonly since: number; readonly key: string }): Promise<readonly string[]> => {
        const options = {
          now: 1000,
          idleSince: 500,
          limit: 200,
          calls: 'background',
          ...(after && { after }),
        } as const;
        return (await ledger.abandoned(options)).map(({ key }) => key);
      };
      deepStrictEqual(await keys(), ['dead', 'task']);
      deepStrictEqual(await keys({ since: 200, key: 'dead' }), ['task']);
      strictEqual((await ledger.abandoned({ now: 1000, idleSince: 500, limit: 200 })).length, 200);
    },
  },
];
