import type { PausedCall, PendingRun, RunRef, RunWrite, SavedRun } from '@haft/runtime';
import { ownerOf, pausedCallId, pendingOf, type RunState, signPending } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import type { WrittenCall } from '../row/propose-call.js';
import { onlyCallsEnded } from './only-calls-ended.js';

/**
 * Saves a paused run, if it has changes that the rows of its calls do not have. If another process
 * saved it meanwhile, the one with all calls counts: the rows of the calls have the truth, and each
 * process resumes from them.
 */
export function saveRun(run: RunState, keeper: LedgerKeeper): Promise<void> {
  const saving = run.saving.then(() => save(run, keeper));
  run.saving = settledOf(saving);
  return saving;
}

/**
 * Writes a call and its paused run, in one transaction if the ledger can. Then a crash loses
 * neither the counts nor the state of the run.
 *
 * @param write - writes the call. `isRunSaved` tells whether it saved the run.
 */
export function saveWithCall(run: RunState, write: (saves: RunWrite) => Promise<WrittenCall>): Promise<WrittenCall> {
  const writing = run.saving.then(async () => {
    const current = pendingOf(run);
    const { version } = run.stored;
    const change = await write({ run: savedRun(run, current), version });
    if (change.isRunSaved === true) run.stored = { version: version + 1, pending: current };
    return change;
  });
  run.saving = settledOf(writing);
  return writing;
}

/**
 * Lets the next save replace the stored run. Does nothing if that one has calls that this run does
 * not know: another process saved it since this one read the row of a call.
 */
export async function adoptVersion(run: RunState, { store }: LedgerKeeper): Promise<void> {
  if (run.stored.version !== 0) return;
  const stored = await store.getRun(runRef(run));
  if (stored !== undefined && hasCallsOf(run.paused.all, stored.pending)) run.stored = { version: stored.version };
}

async function save(run: RunState, keeper: LedgerKeeper): Promise<void> {
  const current = pendingOf(run);
  const { version, pending } = run.stored;
  if (pending !== undefined && onlyCallsEnded(pending, current)) return;
  const saved = savedRun(run, current);
  if (await keeper.store.saveRun(saved, version)) {
    run.stored = { version: version + 1, pending: current };
    return;
  }
  const stored = await keeper.store.getRun(runRef(run));
  if (stored === undefined || !hasCallsOf(current.calls, stored.pending)) return;
  if (await keeper.store.saveRun(saved, stored.version)) {
    run.stored = { version: stored.version + 1, pending: current };
  }
}

function savedRun(run: RunState, current: PendingRun): SavedRun {
  const pending = JSON.stringify(signPending(current, run.runtime.people.pendingSecret));
  return { ...runRef(run), pending, updatedAt: Date.now() };
}

function runRef({ id, options }: RunState): RunRef {
  return { runId: id, ...ownerOf(options) };
}

/** The caller gets the error of a write. The next write only waits for its end. */
function settledOf(writing: Promise<unknown>): Promise<void> {
  return writing.then(
    () => undefined,
    () => undefined,
  );
}

/** Returns whether a run has all calls of a stored one, whose process may have known only some. */
function hasCallsOf(calls: readonly PausedCall[], stored: string): boolean {
  const known = new Set(calls.map(pausedCallId));
  return (JSON.parse(stored) as PendingRun).calls.every((call) => known.has(pausedCallId(call)));
}
