import { HaftError, type ToolOutcome } from '@haft/core';
import { Call } from '../../call/call.js';
import type { Decision } from '../../call/deferral/decision.js';
import { taskOutcome } from '../../call/background/task-outcome.js';
import { handOver, isQueued } from '../../call/background/hand-over.js';
import { endOf, outcomeOfRow } from '../../call/ledger/outcome-of-row.js';
import { readStored } from '../../call/ledger/stored-call.js';
import { denied } from '../../call/outcome/denied.js';
import { encodeResult } from '../../call/outcome/encode-result.js';
import type { CallRow, RowDecision } from '../../ledger/call-ledger.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { loadLazy } from '../../call/load-lazy.js';
import { decisionUsed } from '../deferral/decided-calls.js';
import { TASK_STATUS } from '../../toolsets/tasks/task-tools.js';
import { canContinue } from '../ledger/can-continue.js';
import { recoverCall } from '../ledger/recover-call.js';
import type { RunState } from '../state/run-state.js';

/** Where a decision about a call with an unknown end is made. */
export interface DecidingRun {
  readonly run: RunState;
  readonly keeper: LedgerKeeper;
  /** Whether a repeated call is executed now. */
  readonly execute: boolean;
}

/**
 * Decides about a call that may have taken effect.
 *
 * @throws {HaftError} `HAFT_WRONG_DECISION_KIND` if it is not `done`, `again` or `deny`
 * @throws {HaftError} `HAFT_DECISION_USED` if another decision was first
 */
export async function decideUnknown(
  { run, keeper, execute }: DecidingRun,
  row: CallRow,
  decision: Decision,
): Promise<ToolOutcome> {
  const { key, fingerprint } = row;
  const { changed } = await keeper.store.decide(row, {
    ...(await endFor(run, row, decision)),
    from: 'unknown_outcome',
    fingerprint,
    now: keeper.clock.now(),
    ignoresExpiry: true,
  });
  if (!changed) throw decisionUsed([key]);
  const after = await keeper.store.get(row);
  const ended = after && outcomeOfRow(after);
  if (ended !== undefined) return ended;
  if (execute && after !== undefined && isQueued(after, run.runtime.people.pendingSecret)) {
    await handOver(run, after, run.options);
    return taskOutcome(after, run.toolbox.find(TASK_STATUS) !== undefined);
  }
  const executes = execute && after !== undefined && (await canContinue(run, after));
  const outcome = executes ? await recoverCall(run, keeper, after) : undefined;
  return outcome ?? approvedLater(row);
}

/** Returns the state that a decision leads to. */
async function endFor(
  run: RunState,
  row: CallRow,
  decision: Decision,
): Promise<Pick<RowDecision, 'state' | 'decision' | 'outcome'>> {
  // A repeated call has the decision that it had before, with its arguments.
  if (decision.kind === 'again') return { state: 'approved', decision: row.decision ?? JSON.stringify(decision) };
  const { callId: id, tool } = row;
  if (decision.kind !== 'done' && decision.kind !== 'deny') throw wrongKind(row, decision);
  const text = JSON.stringify(decision);
  if (decision.kind === 'deny') {
    const outcome = denied({ id, name: tool, repairs: [] }, decision.text);
    return { state: 'denied', decision: text, outcome: JSON.stringify(outcome) };
  }
  const state = run.toolbox.findWaiting(tool);
  if (state === undefined) throw goneTool(row);
  await loadLazy();
  const call = new Call(run, state, id, readStored(row, run.runtime.people.pendingSecret).arguments);
  const outcome = encodeResult(call, decision.value);
  const { state: end, outcome: json } = endOf(outcome);
  return { state: end === 'done' ? end : 'failed', decision: text, outcome: json };
}

/** Returns the outcome of a call that another process executes. */
function approvedLater({ callId, tool }: CallRow): ToolOutcome {
  const text = 'The tool call is executed again; its result comes later.';
  return { status: 'interrupted', callId, tool, text, repairs: [] };
}

function wrongKind({ key, tool }: CallRow, { kind }: Decision): HaftError {
  const message = `The end of the call ${key} of '${tool}' is unknown; the decision is '${kind}'.`;
  return new HaftError('HAFT_WRONG_DECISION_KIND', message, { hint: 'Give one of: done, again, deny.' });
}

function goneTool({ key, tool }: CallRow): HaftError {
  return new HaftError('HAFT_UNKNOWN_TOOL', `The runtime has no tool '${tool}' for the call ${key}.`, {
    hint: 'Decide with a runtime that has the tool.',
  });
}
