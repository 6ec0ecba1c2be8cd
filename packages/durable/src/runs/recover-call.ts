import type { ToolOutcome } from '@haft/core';
import type { CallRow, Decision } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import {
  Call,
  continueCall,
  hasUnread,
  loadLazy,
  performCall,
  resumeOpenCalls,
  type RunState,
  type StoredCall,
} from '@haft/runtime/internal';
import { isObject } from '@haft/schema/basics';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { beginAttempt } from '../row/begin-attempt.js';
import { openCallOfRow } from '../row/open-call-of-row.js';
import { readStored } from '../row/stored-call.js';
import { inAttempt } from '../row/through-ledger.js';
import { endUnknown } from './end-unknown.js';
import { refreshRun } from './refresh-run.js';
import { letContinue, suspendAgain } from './suspended-row.js';

/**
 * Continues a call of the ledger that no process works on. A call that was approved is executed. A
 * call whose process died is executed again, asked about, or ends as unknown.
 *
 * @param run - a run with the id and the user of the call, for which `canContinue` is true
 * @returns the outcome. Undefined if another process was first.
 */
export async function recoverCall(run: RunState, keeper: LedgerKeeper, row: CallRow): Promise<ToolOutcome | undefined> {
  const stored = readStored(row, keeper.secret);
  if (stored.suspended !== undefined) return recoverProgram(run, keeper, row, stored);
  const decision = decisionOf(row);
  const open = openCallOfRow(row, keeper.secret);
  if (decision === undefined || open === undefined) return executeAgain(run, keeper, row, stored);
  const { outcomes, failure } = await resumeOpenCalls(
    run,
    [open],
    { [open.request.id]: decision },
    {
      partial: true,
      rows: { isDecided: true },
    },
  );
  if (failure !== undefined) throw failure.error;
  return outcomes.get(open);
}

/** Executes a call that needs no decision. */
async function executeAgain(
  run: RunState,
  keeper: LedgerKeeper,
  row: CallRow,
  { id, arguments: args, input, granted, parent, background }: StoredCall,
): Promise<ToolOutcome | undefined> {
  const state = run.toolbox.findWaiting(row.tool);
  if (state === undefined) return undefined;
  const { begun } = await beginAttempt(keeper, row, ['approved', 'queued'], true);
  if (begun === undefined) return undefined;
  await letContinue(keeper, row);
  const call = new Call(run, state, id, args);
  call.origin = { ...call.origin, inBatch: true, from: parent };
  call.decided = {
    ...call.decided,
    input,
    grant: granted,
    ...(granted === undefined ? {} : { approval: granted.approval }),
  };
  if (background === true) call.stored = { ...call.stored, background: 'execute' };
  return inAttempt(call, keeper, begun, () => performCall(call));
}

/**
 * Enters a suspended call again if an inner call has ended, or if its process died while it was in
 * progress. Otherwise lets it wait.
 */
async function recoverProgram(
  run: RunState,
  keeper: LedgerKeeper,
  row: CallRow,
  { suspended }: StoredCall,
): Promise<ToolOutcome | undefined> {
  const { tool, key } = row;
  const mayEnter =
    row.state !== 'running' || run.toolbox.findWaiting(tool)?.planned.tool.settings.effect?.replays === true;
  if (suspended === undefined || !mayEnter) return endUnknown(keeper, row);
  // The comparison of arguments needs the defaults.
  await loadLazy();
  run.paused.addWaiting({ suspended });
  await refreshRun(run, keeper);
  const current = run.paused.suspended.find((one) => one.key === key);
  if (current === undefined) return undefined;
  if (row.state === 'running' || hasUnread(current)) return (await continueCall(run, current)).outcome;
  const { begun } = await beginAttempt(keeper, row, ['approved', 'queued'], false);
  if (begun !== undefined) await suspendAgain(keeper, row, begun.lease, current);
  return undefined;
}

/** Returns the decision of a row. Undefined if there is none. */
function decisionOf({ decision }: CallRow): Decision | undefined {
  const read = tryParseJson(decision ?? '');
  // `resumeOpenCalls` checks the form.
  return isObject(read) && read['kind'] !== 'again' ? (read as never) : undefined;
}
