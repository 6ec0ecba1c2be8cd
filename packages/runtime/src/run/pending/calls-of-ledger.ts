import { requireKind } from '@haft/core';
import type { RecordedCall } from '@haft/core/report';
import { estimateTokens } from '@haft/schema/tokens';
import { CALL_STATES } from '../../ledger/call-states.js';
import type { PendingCall, PendingCalls } from './pending-calls.js';

/** The newest calls of a ledger, for `callReport`. */
export interface LedgerCalls {
  /** At most 10,000 calls, the oldest first. */
  readonly calls: readonly RecordedCall[];
  /** Whether the ledger has more than 50,000 calls, so that newer ones are missing. */
  readonly isPartial: boolean;
}

const PAGE = 1_000;
/** The most rows that are read: a ledger lists its oldest rows first. */
const MOST_READ = 50_000;
const MOST_COUNTED = 10_000;

/**
 * Reads the calls of all processes from a ledger, in the form that `callReport` counts. A ledger
 * has no calls with invalid arguments or unknown names, and no times: `ms` is 0.
 *
 * @param pending - the property `pending` of a runtime with a ledger
 * @throws {HaftError} `HAFT_INVALID_OPTION` if the argument has no `list`
 * @example const { calls } = await callsOfLedger(runtime.pending);
 */
export async function callsOfLedger(pending: Pick<PendingCalls, 'list'>): Promise<LedgerCalls> {
  requireKind('The argument of callsOfLedger()', pending, {
    methods: ['list'],
    name: 'the property pending of a runtime',
  });
  let newest: readonly PendingCall[] = [];
  let after: string | undefined;
  let read = 0;
  do {
    const filter = { states: CALL_STATES, limit: PAGE, ...(after === undefined ? {} : { after }) };
    const page = await pending.list(filter);
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
