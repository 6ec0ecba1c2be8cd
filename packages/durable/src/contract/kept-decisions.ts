import { strictEqual } from 'node:assert/strict';
import type { ContractCheck } from './contract-check.js';

/** Rules of `decisions`. A ledger may have none. */
export const KEPT_DECISIONS: readonly ContractCheck[] = [
  {
    title: 'gives a request to the first who claims it, until it is released',
    check: async ({ decisions }) => {
      if (decisions === undefined) return;
      const claims = await Promise.all(Array.from({ length: 10 }, async () => decisions.claim('a\0\\b', later())));
      strictEqual(claims.filter(Boolean).length, 1);
      strictEqual(await decisions.claim('other', later()), true);
      await decisions.release('a\0\\b');
      strictEqual(await decisions.claim('a\0\\b', later()), true);
      strictEqual(await decisions.claim('a\0\\b', later()), false);
    },
  },
  {
    title: 'gives a recorded request once, and not after it has expired',
    check: async ({ decisions }) => {
      if (decisions?.record === undefined || decisions.take === undefined) return;
      await decisions.record('a', new Date(0).toISOString());
      strictEqual(await decisions.take('a'), false);
      await decisions.record('a', later());
      await decisions.record('a', later());
      strictEqual(await decisions.claim('a', later()), true);
      const taken = await Promise.all(Array.from({ length: 10 }, async () => decisions.take?.('a')));
      strictEqual(taken.filter(Boolean).length, 1);
      strictEqual(await decisions.take('missing'), false);
    },
  },
];

function later(): string {
  return new Date(Date.now() + 3_600_000).toISOString();
}
