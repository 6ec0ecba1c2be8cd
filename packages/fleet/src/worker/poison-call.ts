import { randomUUID } from 'node:crypto';
import type { CallLedger, CallRow } from '@haft/runtime';
import { jsonText } from '@haft/runtime';
import { unknownOutcome } from '../jobs/outcomes.js';

/** A call that ended its worker twice does not start a third time. */
const MOST_STARTS = 2;

/**
 * Returns whether a call ended all workers that executed it.
 *
 * @param stops - how many workers left it when they were stopped
 */
export function hasKilledWorkers({ state, attempt, leaseUntil }: CallRow, stops: number): boolean {
  return state === 'running' && attempt - stops >= MOST_STARTS && (leaseUntil ?? 0) < Date.now();
}

/** Ends such a call, whose effect is unknown. Does nothing if another worker was first. */
export async function endUnknown(ledger: CallLedger, { key, callId: id, tool }: CallRow): Promise<void> {
  const [lease, now] = [randomUUID(), Date.now()];
  const { changed, row } = await ledger.start(key, { lease, leaseUntil: now + 30_000, now, from: ['running'] });
  if (!changed || row === undefined) return;
  const outcome = jsonText(unknownOutcome({ id, tool }));
  await ledger.settle({ key, attempt: row.attempt, lease }, { state: 'unknown_outcome', outcome, now });
}
