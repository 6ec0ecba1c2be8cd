import type { CallLease, ProposedCall } from '@haft/runtime';
import { createRuntime, decision, defineTool, toolset, type Run } from 'haft';
import { measureInProcess, type Case, type Measurement } from '../harness/measure-in-process.js';
import { openPostgresStore, openSqliteStore, type Store } from './ledger-stores.js';
import { waitingRows, type WaitingRow } from './ledger-rows.js';
import type { SuiteOptions } from './suite.js';
import { DIRECT_CALL, APPROVED_CALL, APPROVED_ROW } from './row-names.js';

/** P16: calls through a ledger against bare writes on the same store. */
export interface LedgerResults {
  /** A store that is not installed has no tables. */
  readonly stores: readonly StoreTables[];
}

export interface StoreTables {
  readonly store: string;
  readonly direct: readonly Measurement[];
  readonly approved: readonly Measurement[];
  /** Empty for a store with slow commits. */
  readonly waiting: readonly WaitingRow[];
}

export async function ledgerSuite(options: SuiteOptions): Promise<LedgerResults> {
  const stores: StoreTables[] = [];
  for (const [open, isSlow] of OPEN) {
    const store = await open();
    if (store === undefined) {
      console.log('Postgres is not installed: its tables of the ledger are left out.');
      continue;
    }
    try {
      stores.push(await measure(store, options, isSlow));
    } finally {
      await store.close();
    }
  }
  return { stores };
}

/** Databases of one machine commit faster than most disks of a network. */
const OPEN: readonly (readonly [open: () => Store | Promise<Store | undefined>, isSlow: boolean])[] = [
  [openSqliteStore, false],
  [openPostgresStore, false],
  [() => openPostgresStore(1), true],
];

async function measure(store: Store, options: SuiteOptions, isSlow: boolean): Promise<StoreTables> {
  const wall = { ...options, clock: () => performance.now() * 1000 };
  const direct = await measureInProcess(directCases(store), wall);
  const approved = await measureInProcess(approvedCases(store), wall);
  return { store: store.name, direct, approved, waiting: isSlow ? [] : await waitingRows(store) };
}

let serial = 0;
const FINGERPRINT = 'f'.repeat(43);
const CALL = JSON.stringify({ name: 'pay', arguments: { order: 'o-1', note: 'n'.repeat(500) } });
const END = JSON.stringify({ status: 'success', value: { paid: 5 } });
const DECISION = JSON.stringify({ approved: true, by: 'a person' });

function newCall(own: Partial<ProposedCall> = {}): ProposedCall {
  const key = `run-${String(++serial)}/call`;
  return {
    ...{ key, runId: `run-${String(serial)}`, callId: 'call', tenantId: 'tenant', userId: 'user', tool: 'pay' },
    ...{ turn: '', content: 'c'.repeat(64) },
    ...{ kind: 'approval', state: 'awaiting', lease: null, leaseUntil: null, fingerprint: FINGERPRINT },
    ...{ effectKey: `effect-${key}`, call: CALL, request: null, createdAt: Date.now(), expiresAt: null },
    ...own,
  };
}

function directCases(store: Store): readonly Case[] {
  return [
    {
      name: 'bare insert and update',
      run: async () => {
        const call = newCall();
        await store.insert(call.key, textOf(call));
        await store.update(call.key, END);
      },
    },
    {
      name: 'the ledger alone: propose and settle',
      run: async () => {
        const call = newCall({ kind: null, state: 'running', lease: 'l'.repeat(22), leaseUntil: Date.now() + 30_000 });
        await store.ledger.propose([call]);
        await settle(store, { ...call, attempt: 1, lease: 'l'.repeat(22) });
      },
    },
    { name: DIRECT_CALL, run: directCall(store) },
  ];
}

const PAY = {
  name: 'pay',
  description: 'Pays.',
  parameters: { type: 'object', properties: { order: { type: 'string' }, note: { type: 'string' } } } as const,
  execute: () => ({ paid: 5 }),
};
const PAYMENT = { name: 'pay', arguments: { order: 'o-1', note: 'n'.repeat(500) } };

function directCall({ ledger }: Store): () => Promise<void> {
  const pay = defineTool({ ...PAY, settings: { effect: {} } });
  const runtime = createRuntime({ toolsets: toolset('bank', [pay]), durability: { ledger } });
  return async () => {
    const run = runtime.startRun() as Run;
    const outcome = await run.call(PAYMENT);
    if (outcome.status !== 'success') throw new Error(`pay gave ${outcome.status}: ${outcome.text}`);
    await run.end();
  };
}

/** A person decides, and the call is executed. */
function approvedCall({ ledger }: Store): () => Promise<void> {
  const pay = defineTool({ ...PAY, settings: { effect: {}, approvals: [true] } });
  const runtime = createRuntime({ toolsets: toolset('bank', [pay]), durability: { ledger } });
  return async () => {
    const id = `approved-${String(++serial)}`;
    const run = runtime.startRun({ id }) as Run;
    const asked = await run.call({ id: 'call', ...PAYMENT });
    if (asked.status !== 'deferred') throw new Error(`pay gave ${asked.status}: ${asked.text}`);
    await run.end();
    const outcome = await runtime.pending.decide(`${id}/call`, decision.approve());
    if (outcome.status !== 'success') throw new Error(`pay gave ${outcome.status}: ${outcome.text}`);
  };
}

function approvedCases(store: Store): readonly Case[] {
  return [
    {
      name: 'bare insert and three updates',
      run: async () => {
        const call = newCall();
        await store.insert(call.key, textOf(call));
        await store.update(call.key, DECISION);
        await store.update(call.key, 'l'.repeat(22));
        await store.update(call.key, END);
      },
    },
    {
      name: APPROVED_ROW,
      run: async () => {
        const call = newCall();
        const now = Date.now();
        const lease = { ...call, attempt: 1, lease: 'l'.repeat(22) };
        await store.ledger.propose([call]);
        await store.ledger.decide(call, { fingerprint: FINGERPRINT, state: 'approved', decision: DECISION, now });
        await store.ledger.start(call, { lease: lease.lease, leaseUntil: now + 30_000, now });
        await settle(store, lease);
      },
    },
    { name: APPROVED_CALL, run: approvedCall(store) },
  ];
}

/** Returns all texts of a row, so that the bare row has the same bytes. */
function textOf(call: ProposedCall): string {
  return Object.values(call).join('');
}

async function settle(store: Store, lease: CallLease): Promise<void> {
  const isSettled = await store.ledger.settle(lease, { state: 'done', outcome: END, now: Date.now() });
  if (!isSettled) throw new Error(`The lease of ${lease.key} was lost.`);
}
