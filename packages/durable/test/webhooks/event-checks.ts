import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { CallLease, CallLedger, ProposedCall } from '@haft/runtime';
import { proposal, ref } from '../../src/contract/proposal.js';
import type { StoredEvent, WebhookStore } from '../../src/webhooks/index.js';

/** A ledger and the store of its events, both empty. */
export interface Database {
  readonly ledger: CallLedger;
  readonly store: WebhookStore;
}

interface EventCheck {
  readonly title: string;
  readonly check: (database: Database) => Promise<void>;
}

const LEASE = { lease: 'l', leaseUntil: 9_000_000 };
const RUNNING: Partial<ProposedCall> = { state: 'running', kind: null, ...LEASE };
const HELD: CallLease = { ...ref('a'), attempt: 1, lease: 'l' };

/** The rules of a store of events, for each database. */
export const EVENT_CHECKS: readonly EventCheck[] = [
  {
    title: 'writes an event with each call that waits for a person',
    check: async ({ ledger, store }) => {
      await ledger.propose([
        proposal('a', { expiresAt: 5000 }),
        proposal('b', { createdAt: 2000, kind: 'input', tenantId: '' }),
      ]);
      const [first, second] = await taken(store);
      const { id, ...event } = first ?? fail('No event was written.');
      ok(/^msg_[0-9a-f]{32}$/.test(id));
      deepStrictEqual(event, {
        type: 'haft.call.pending',
        ...{ key: 'a', runId: 'run', callId: 'call', tenantId: 'tenant', userId: 'user', tool: 'pay' },
        ...{ kind: 'approval', state: 'awaiting', createdAt: 1000, expiresAt: 5000, at: 1000, deliveries: null },
      });
      deepStrictEqual([second?.key, second?.kind, second?.tenantId], ['b', 'input', '']);
    },
  },
  {
    title: 'writes no event for a call that is written twice',
    check: async ({ ledger, store }) => {
      await ledger.propose([proposal('a')]);
      await ledger.propose([proposal('a', { fingerprint: 'other' })]);
      strictEqual((await taken(store)).length, 1);
    },
  },
  {
    title: 'writes no event for calls that no person decides',
    check: async ({ ledger, store }) => {
      await ledger.propose([
        proposal('a', RUNNING),
        proposal('b', { state: 'queued', kind: null }),
        proposal('c', { kind: 'program' }),
      ]);
      await ledger.renew([HELD], 9_500_000);
      await ledger.report?.(HELD, '{}');
      await ledger.settle(HELD, { state: 'done', outcome: '{}', now: 2000 });
      await ledger.start(ref('b'), { lease: 'l', leaseUntil: 9_000_000, now: 2000 });
      await ledger.cancel(ref('b'), { outcome: '{}', now: 2000 });
      const suspended = { fingerprint: 'print', state: 'approved', decision: null, now: 2000 } as const;
      await ledger.decide(ref('c'), suspended);
      deepStrictEqual(await taken(store), []);
    },
  },
  {
    title: 'writes an event when a call asks again',
    check: async ({ ledger, store }) => {
      await ledger.propose([proposal('a')]);
      await ledger.decide(ref('a'), { fingerprint: 'print', state: 'approved', decision: '{}', now: 2000 });
      await ledger.start(ref('a'), { lease: 'l', leaseUntil: 9_000_000, now: 3000 });
      await ledger.propose([proposal('a', { fingerprint: 'second', createdAt: 4000 })], { replaces: [HELD] });
      const events = await taken(store);
      deepStrictEqual(events.map(shortOf), [
        'haft.call.pending awaiting 1000',
        'haft.call.decided approved 2000',
        'haft.call.pending awaiting 4000',
      ]);
      strictEqual(new Set(events.map(({ id }) => id)).size, 3);
    },
  },
  {
    title: 'writes an event for an unknown outcome, and for the decision about it',
    check: async ({ ledger, store }) => {
      await ledger.propose([proposal('a', RUNNING)]);
      await ledger.settle(HELD, { state: 'unknown_outcome', outcome: '{}', now: 2000 });
      const done = { state: 'done', from: 'unknown_outcome', decision: '{}', outcome: '{}', now: 3000 } as const;
      await ledger.decide(ref('a'), { fingerprint: 'print', ...done });
      deepStrictEqual((await taken(store)).map(shortOf), [
        'haft.call.unknown unknown_outcome 2000',
        'haft.call.decided done 3000',
      ]);
    },
  },
  {
    title: 'writes an event when a call that waits is denied or cancelled',
    check: async ({ ledger, store }) => {
      await ledger.propose([proposal('a'), proposal('b')]);
      await ledger.decide(ref('a'), {
        fingerprint: 'print',
        state: 'denied',
        decision: '{}',
        outcome: '{}',
        now: 2000,
      });
      await ledger.cancel(ref('b'), { outcome: '{}', now: 3000 });
      deepStrictEqual((await taken(store)).slice(2).map(shortOf), [
        'haft.call.decided denied 2000',
        'haft.call.decided cancelled 3000',
      ]);
    },
  },
  {
    title: 'returns texts as they were written',
    check: async ({ ledger, store }) => {
      const text = 'nul \0, half \ud800, back\\slash, \u{1f600}, \u2028';
      await ledger.propose([proposal('a', { runId: text, callId: text, tenantId: text, userId: text, tool: text })]);
      const [event] = await taken(store);
      deepStrictEqual(
        [event?.runId, event?.callId, event?.tenantId, event?.userId, event?.tool],
        [text, text, text, text, text],
      );
    },
  },
  {
    title: 'gives each event to one of several processes',
    check: async ({ ledger, store }) => {
      await ledger.propose(Array.from({ length: 40 }, (_, index) => proposal(`a${index}`)));
      const claims = Array.from({ length: 8 }, (_, index) => taken(store, { lease: `${index}`, limit: 10 }));
      const keys = (await Promise.all(claims)).flat().map(({ key }) => key);
      strictEqual(new Set(keys).size, keys.length);
      const rest = await taken(store, { lease: 'last' });
      strictEqual(keys.length + rest.length, 40);
    },
  },
  {
    title: 'gives an event to another process after the lease',
    check: async ({ ledger, store }) => {
      await ledger.propose([proposal('a')]);
      const [event] = await taken(store, { lease: 'dead', now: 2000, leaseUntil: 3000 });
      strictEqual((await taken(store, { lease: 'other', now: 3000 })).length, 0);
      const [again] = await taken(store, { lease: 'other', now: 3001, leaseUntil: 9000 });
      deepStrictEqual(again, event);
      const record = { id: again?.id ?? '', deliveries: '{}', nextAt: null, isFailed: false };
      strictEqual(await store.record({ ...record, lease: 'dead' }), false);
      strictEqual(await store.record({ ...record, lease: 'other' }), true);
      strictEqual((await taken(store, { now: 99_999 })).length, 0);
    },
  },
  {
    title: 'keeps an event until its next attempt',
    check: async ({ ledger, store }) => {
      await ledger.propose([proposal('a')]);
      const [event] = await taken(store, { lease: 'one' });
      const deliveries = '{"desk":{"state":"waiting","attempts":1,"nextAt":20000,"error":"HTTP 500"}}';
      await store.record({ id: event?.id ?? '', lease: 'one', deliveries, nextAt: 20_000, isFailed: false });
      strictEqual((await taken(store, { now: 19_999 })).length, 0);
      const [again] = await taken(store, { now: 20_000 });
      deepStrictEqual(again, { ...event, deliveries });
    },
  },
  {
    title: 'keeps events that failed until they are sent again or pruned',
    check: async ({ ledger, store }) => {
      await ledger.propose([proposal('a'), proposal('b', { createdAt: 2000 })]);
      for (const { id } of await taken(store, { lease: 'one' }))
        await store.record({ id, lease: 'one', deliveries: '{"desk":{}}', nextAt: null, isFailed: true });
      strictEqual((await taken(store, { now: 99_999 })).length, 0);
      const [a, b] = await store.failed({ limit: 10 });
      deepStrictEqual([a?.key, b?.key, a?.deliveries], ['a', 'b', '{"desk":{}}']);
      deepStrictEqual(await store.failed({ limit: 1 }), [a]);
      deepStrictEqual(await store.failed({ id: b?.id ?? '', limit: 10 }), [b]);
      strictEqual(await store.resend(a?.id ?? '', { deliveries: '{}', now: 5000 }), true);
      strictEqual(await store.resend(a?.id ?? '', { deliveries: '{}', now: 5000 }), false);
      strictEqual((await taken(store, { now: 5000 }))[0]?.key, 'a');
      strictEqual(await store.prune({ before: 2000, limit: 10 }), 0);
      strictEqual(await store.prune({ before: 2001, limit: 10 }), 1);
      deepStrictEqual(await store.failed({ limit: 10 }), []);
    },
  },
];

/** Takes events, oldest first. */
async function taken(
  store: WebhookStore,
  { lease = 'lease', now = 10_000, leaseUntil = 60_000, limit = 100 } = {},
): Promise<readonly StoredEvent[]> {
  const events = await store.claim({ lease, now, leaseUntil, limit });
  return [...events].sort((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1));
}

function shortOf({ type, state, at }: StoredEvent): string {
  return `${type} ${state} ${at}`;
}

function fail(message: string): never {
  throw new Error(message);
}
