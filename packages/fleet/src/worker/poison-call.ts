import { randomUUID } from 'node:crypto';
import type { CallLedger, CallRow } from '@haft/runtime';
import { jsonText } from '@haft/runtime';
import type { JobData } from '../connection/link.js';
import { countOf } from '../jobs/count-of.js';
import { unknownOutcome } from '../jobs/outcomes.js';

/** Starts next to other calls, after which a call does not start again. */
const MOST_STARTS = 5;

/**
 * Returns the data of a job that starts although it may have ended its worker.
 *
 * @param isAlone - whether no other call is in progress, so that a dead worker proves the cause
 */
export function withStart(data: JobData, isAlone: boolean): JobData {
  return { ...data, starts: isAlone ? MOST_STARTS : countOf(data.starts) + 1 };
}

/** Returns whether a call has ended the workers that executed it. */
export function hasKilledWorkers({ starts }: JobData): boolean {
  return countOf(starts) >= MOST_STARTS;
}

/** Returns whether the last worker of a background call died, or has lost it. */
export function wasAbandoned({ state, leaseUntil }: CallRow): boolean {
  return state === 'running' && (leaseUntil ?? 0) < Date.now();
}

/** Returns whether a background call began so often that no worker executes it again. */
export function hasBegunOften({ attempt }: CallRow, stops: number): boolean {
  return attempt - stops >= MOST_STARTS;
}

/** Ends such a call, whose effect is unknown. Does nothing if another worker was first. */
export async function endUnknown(ledger: CallLedger, before: CallRow): Promise<void> {
  const [lease, now] = [randomUUID(), Date.now()];
  const { changed, row } = await ledger.start(before, { lease, leaseUntil: now + 30_000, now, from: ['running'] });
  if (!changed || row === undefined) return;
  const { key, tenantId, userId, callId: id, tool, attempt } = row;
  const outcome = jsonText(unknownOutcome({ id, tool }));
  await ledger.settle({ key, tenantId, userId, attempt, lease }, { state: 'unknown_outcome', outcome, now });
}
