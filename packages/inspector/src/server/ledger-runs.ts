import { CALL_STATES, type PendingCall, type Runtime } from '@haft/runtime';
import type { RunRow } from '../history/run-list.js';

/** The most open calls that are read for the list, oldest first. */
const MOST_OPEN_CALLS = 500;
/** The most calls of one run. */
const MOST_CALLS_OF_RUN = 200;
const OPEN = ['awaiting', 'approved', 'queued', 'running', 'unknown_outcome'] as const;
const PAGE = 100;

/** A call of the ledger in the list of its run. */
export interface LedgerCall extends Pick<
  PendingCall,
  'key' | 'userId' | 'tenantId' | 'callId' | 'tool' | 'state' | 'attempts'
> {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The text of the outcome that the model reads. */
  readonly text?: string;
}

/** Returns the runs of a ledger that have open calls, of this process and of others. */
export async function ledgerRuns(runtime: Runtime): Promise<readonly RunRow[]> {
  const runs = new Map<string, RunRow>();
  for (const { runId, userId, tenantId, createdAt } of await callsOf(runtime, { states: OPEN }, MOST_OPEN_CALLS)) {
    // Two users may have runs of one id.
    const name = JSON.stringify([tenantId, userId, runId]);
    if (runs.has(name)) continue;
    runs.set(name, {
      runId,
      ...(userId === undefined ? {} : { userId }),
      ...(tenantId === undefined ? {} : { tenantId }),
      startedAt: Date.parse(createdAt),
    });
  }
  return [...runs.values()];
}

/** Returns the calls that a ledger has of the runs with an id, the oldest first. */
export async function ledgerCalls(runtime: Runtime, runId: string): Promise<readonly LedgerCall[]> {
  const calls = await callsOf(runtime, { runId, states: CALL_STATES }, MOST_CALLS_OF_RUN);
  return calls.map(({ key, userId, tenantId, callId, tool, state, attempts, createdAt, outcome }) => ({
    key,
    ...(userId === undefined ? {} : { userId }),
    ...(tenantId === undefined ? {} : { tenantId }),
    callId,
    tool,
    state,
    attempts,
    createdAt: Date.parse(createdAt),
    ...(outcome === undefined ? {} : { text: outcome.text }),
  }));
}

type Filter = NonNullable<Parameters<Runtime['pending']['list']>[0]>;

async function callsOf(runtime: Runtime, filter: Filter, most: number): Promise<readonly PendingCall[]> {
  const calls: PendingCall[] = [];
  let after: string | undefined;
  do {
    const page = await runtime.pending.list({ ...filter, limit: PAGE, ...(after === undefined ? {} : { after }) });
    calls.push(...page.calls);
    after = page.next;
  } while (after !== undefined && calls.length < most);
  return calls;
}
