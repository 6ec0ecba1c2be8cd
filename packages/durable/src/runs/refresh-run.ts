import type { ToolOutcome } from '@haft/core';
import { CALL_STATES, type CallRow, type OpenCall, type PausedCall } from '@haft/runtime';
import { type Elsewhere, isUnknownEnd, ownerOf, type RunState, waitingOutcome } from '@haft/runtime/internal';
import { answerOfRow } from '../background/task-outcome.js';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { allRows } from '../row/all-rows.js';
import { openCallOfRow } from '../row/open-call-of-row.js';
import { outcomeOfRow } from '../row/outcome-of-row.js';
import { readStored } from '../row/stored-call.js';
import { adoptVersion } from './save-run.js';

/**
 * Replaces the calls of a paused run by what the ledger has of them: other processes may have
 * decided, executed or continued them since the run was saved.
 *
 * @returns the requests that other processes decided
 * @throws {HaftError} `HAFT_INVALID_PENDING` if a row was changed
 */
export async function refreshRun(run: RunState, keeper: LedgerKeeper): Promise<Elsewhere> {
  const rows = await rowsOf(keeper, run);
  const { secret } = keeper;
  run.paused.correct((outcome) => (isUnknownEnd(outcome) ? sinceUnknown(outcome.callId, rows, secret) : undefined));
  for (const suspended of run.paused.suspended) {
    const row = rows.get(suspended.key ?? '');
    const next = row && programOf(row, secret);
    if (next !== undefined) run.paused.replace(suspended, next);
  }
  addUnknown(run, rows, secret);
  await adoptVersion(run, keeper);
  const ended = new Set<string>();
  const waiting = new Set<OpenCall>();
  const outcomes = new Map<OpenCall, ToolOutcome>();
  for (const open of run.paused.open) {
    const row = rows.get(open.key ?? '');
    if (row === undefined) continue;
    const outcome = answerOfRow(row, secret) ?? waitsAgain(row, open, secret);
    if (outcome !== undefined) outcomes.set(open, outcome);
    else if (row.state !== 'awaiting') waiting.add(open);
    if (outcome !== undefined && outcome.status !== 'deferred') ended.add(open.request.id);
  }
  run.paused.settle(outcomes);
  return { ended, waiting };
}

/** Returns the rows of a run by key. */
async function rowsOf({ store }: LedgerKeeper, run: RunState): Promise<ReadonlyMap<string, CallRow>> {
  const rows = new Map<string, CallRow>();
  const owned = { ...ownerOf(run.options), runId: run.id };
  for await (const row of allRows(store, { ...owned, states: CALL_STATES })) rows.set(row.key, row);
  return rows;
}

/** Returns a suspended call as the ledger has it. Undefined if another process continues it. */
function programOf(row: CallRow, secret: string | undefined): PausedCall | undefined {
  const outcome = outcomeOfRow(row);
  if (outcome !== undefined) return { outcome };
  const suspended = isSuspended(row) ? readStored(row, secret).suspended : undefined;
  return suspended && { suspended };
}

/** Returns whether a row is a suspended call that no process continues now. */
function isSuspended({ kind, state }: CallRow): boolean {
  return kind === 'program' && (state === 'awaiting' || state === 'approved' || state === 'queued');
}

/**
 * Returns what became of a call since the run was saved, when its end was unknown. Undefined if it
 * is in progress, or if the run has several calls with this id.
 */
function sinceUnknown(
  callId: string,
  rows: ReadonlyMap<string, CallRow>,
  secret: string | undefined,
): PausedCall | undefined {
  const [row, another] = [...rows.values()].filter((one) => one.callId === callId);
  if (row === undefined || another !== undefined) return undefined;
  const open = openCallOfRow(row, secret);
  return programOf(row, secret) ?? (open && { open });
}

/** Returns the outcome of a call that asks for another decision. Undefined if it has the same. */
function waitsAgain(row: CallRow, open: OpenCall, secret: string | undefined): ToolOutcome | undefined {
  if (row.state !== 'awaiting') return undefined;
  const next = openCallOfRow(row, secret);
  return next === undefined || next.request.id === open.request.id ? undefined : waitingOutcome({ open: next });
}

/** Adds calls that wait and that the saved run does not have. The process ended before it saved. */
function addUnknown(run: RunState, rows: ReadonlyMap<string, CallRow>, secret: string | undefined): void {
  const known = new Set(run.paused.all.filter(isItself).flatMap(keysOf));
  for (const row of rows.values()) {
    if (row.kind === null || !(row.state === 'awaiting' || isSuspended(row)) || known.has(row.key)) continue;
    const stored = readStored(row, secret);
    if (stored.parent !== undefined) continue;
    const open = openCallOfRow(row, secret);
    if (open !== undefined) run.paused.addWaiting({ open });
    else if (stored.suspended !== undefined) run.paused.addWaiting({ suspended: stored.suspended });
  }
}

/** Returns whether a call has the row, and does not only wait for the call that has it. */
function isItself(call: PausedCall): boolean {
  return call.outcome !== undefined || call.callId === undefined;
}

function keysOf({ open, suspended }: PausedCall): readonly string[] {
  if (suspended !== undefined) return [suspended.key ?? '', ...suspended.waits.flatMap(keysOf)];
  return open === undefined ? [] : [open.key ?? ''];
}
