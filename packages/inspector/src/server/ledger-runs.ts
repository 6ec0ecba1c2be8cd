import { CALL_STATES, type PendingCall, type Runtime } from '@haft/runtime';
import type { RunRow } from '../history/run-list.js';
import { ownerOf, runKey, type RunName } from '../history/run-name.js';

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
    const name = runKey({ runId, userId, tenantId });
    if (runs.has(name)) continue;
    runs.set(name, {
      runId,
      ...ownerOf({ userId, tenantId }),
      startedAt: Date.parse(createdAt),
    });
  }
  return [...runs.values()];
}

/** Returns the calls that a ledger has of a run, the oldest first. */
export async function ledgerCalls(runtime: Runtime, run: RunName): Promise<readonly LedgerCall[]> {
  const filter = { runId: run.runId, ...ownerOf(run), states: CALL_STATES };
  // The filter has no form for a run without a user.
  const calls = (await callsOf(runtime, filter, MOST_CALLS_OF_RUN)).filter((one) => runKey(one) === runKey(run));
  return calls.map(({ key, userId, tenantId, callId, tool, state, attempts, createdAt, outcome }) => ({
    key,
    ...ownerOf({ userId, tenantId }),
    callId,
    tool,
    state,
    attempts,
    createdAt: Date.parse(createdAt),
    ...(outcome === undefined ? {} : { text: outcome.text }),
  }));
}

/** Returns whether a runtime has a ledger. */
export function hasLedger(runtime: Runtime): boolean {
  try {
    return typeof runtime.pending === 'object';
  } catch {
    return false;
  }
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
