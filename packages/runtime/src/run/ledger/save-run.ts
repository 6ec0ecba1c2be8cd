import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { pendingOf } from '../deferral/pending-of.js';
import { signPending } from '../deferral/sign-pending.js';
import type { RunState } from '../state/run-state.js';

/**
 * Saves a paused run. Does nothing if another process saved it meanwhile: the rows of the calls
 * have the truth, and each process resumes from them.
 */
export function saveRun(run: RunState, keeper: LedgerKeeper): Promise<void> {
  const saving = run.saving.then(() => save(run, keeper));
  // The caller gets the error. The next write does not wait for it.
  run.saving = saving.catch(() => undefined);
  return saving;
}

async function save(run: RunState, keeper: LedgerKeeper): Promise<void> {
  const { tenantId = '', userId = '' } = run.options;
  const pending = JSON.stringify(signPending(pendingOf(run), run.runtime.pendingSecret));
  const saved = { runId: run.id, tenantId, userId, pending, updatedAt: Date.now() };
  if (await keeper.store.saveRun(saved, run.savedVersion)) run.savedVersion++;
}
