import type { RecordedCall } from '@haft/core/report';
import { CALL_STATES, type PendingCall, type Runtime } from '@haft/runtime';
import { estimateTokens } from '@haft/schema/tokens';

/** A page of the ledger. */
const PAGE = 1_000;
/** The most rows that are read: a ledger lists its oldest rows first. */
const MOST_READ = 50_000;
/** The most calls that are counted. */
const MOST_COUNTED = 10_000;

/** The newest calls of a ledger, for a report. */
export interface LedgerInsight {
  readonly calls: readonly RecordedCall[];
  /** Whether the ledger has more rows than are read, so that newer calls are missing. */
  readonly isPartial: boolean;
}

/** Reads the calls of all processes. A ledger has no calls with invalid arguments, and no times. */
export async function ledgerInsight(runtime: Runtime): Promise<LedgerInsight> {
  let newest: readonly PendingCall[] = [];
  let after: string | undefined;
  let read = 0;
  do {
    const filter = { states: CALL_STATES, limit: PAGE, ...(after === undefined ? {} : { after }) };
    const page = await runtime.pending.list(filter);
    newest = [...newest, ...page.calls].slice(-MOST_COUNTED);
    read += page.calls.length;
    after = page.next;
  } while (after !== undefined && read < MOST_READ);
  return { calls: newest.map(recordOf), isPartial: after !== undefined };
}

function recordOf({ createdAt, runId, callId, tool, outcome }: PendingCall): RecordedCall {
  return {
    at: Date.parse(createdAt),
    ms: 0,
    runId,
    callId,
    tool,
    status: outcome?.status ?? 'deferred',
    ...(outcome?.status === 'failed' ? { reason: outcome.reason } : {}),
    tokens: outcome === undefined ? 0 : estimateTokens(outcome.text),
  };
}
