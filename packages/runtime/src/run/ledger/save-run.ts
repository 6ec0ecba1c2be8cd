import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { pendingOf } from '../deferral/pending-of.js';
import type { PausedCall, PendingRun } from '../deferral/pending-run.js';
import { signPending } from '../deferral/sign-pending.js';
import type { RunState } from '../state/run-state.js';

/**
 * Saves a paused run. If another process saved it meanwhile, the one with all calls counts: the
 * rows of the calls have the truth, and each process resumes from them.
 */
export function saveRun(run: RunState, keeper: LedgerKeeper): Promise<void> {
  const saving = run.saving.then(() => save(run, keeper));
  // The caller gets the error. The next write does not wait for it.
  run.saving = saving.catch(() => undefined);
  return saving;
}

/**
 * Lets the next save replace the stored run. Does nothing if that one has calls that this run does
 * not know: another process saved it since this one read the row of a call.
 */
export async function adoptVersion(run: RunState, { store }: LedgerKeeper): Promise<void> {
  if (run.savedVersion !== 0) return;
  const stored = await store.getRun(run.id);
  if (stored !== undefined && hasCallsOf(run.paused.all, stored.pending)) run.savedVersion = stored.version;
}

async function save(run: RunState, keeper: LedgerKeeper): Promise<void> {
  const { tenantId = '', userId = '' } = run.options;
  const current = pendingOf(run);
  const pending = JSON.stringify(signPending(current, run.runtime.pendingSecret));
  const saved = { runId: run.id, tenantId, userId, pending, updatedAt: Date.now() };
  if (await keeper.store.saveRun(saved, run.savedVersion)) {
    run.savedVersion++;
    return;
  }
  const stored = await keeper.store.getRun(run.id);
  if (stored === undefined || !hasCallsOf(current.calls, stored.pending)) return;
  if (await keeper.store.saveRun(saved, stored.version)) run.savedVersion = stored.version + 1;
}

/** Returns whether a run has all calls of a stored one, whose process may have known only some. */
function hasCallsOf(calls: readonly PausedCall[], stored: string): boolean {
  const known = new Set(calls.map(callIdOf));
  return (JSON.parse(stored) as PendingRun).calls.every((call) => known.has(callIdOf(call)));
}

function callIdOf({ open, suspended, outcome }: PausedCall): string | undefined {
  return open?.request.callId ?? suspended?.callId ?? outcome?.callId;
}
