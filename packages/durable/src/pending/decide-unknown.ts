import { HaftError, type ToolOutcome } from '@haft/core';
import type { CallRow, Decision, RowDecision } from '@haft/runtime';
import { Call, decisionUsed, denied, encodeResult, loadLazy, type RunState } from '@haft/runtime/internal';
import { handOver, isQueued } from '../background/hand-over.js';
import { taskOutcome } from '../background/task-outcome.js';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { endOf, outcomeOfRow } from '../row/outcome-of-row.js';
import { readStored } from '../row/stored-call.js';
import { canContinue } from '../runs/can-continue.js';
import { recoverCall } from '../runs/recover-call.js';
import { TASK_STATUS } from '../tasks/task-tools.js';

/**
 * Decides about a call that may have taken effect.
 *
 * @param decided - `execute` says whether a repeated call is executed now
 * @throws {HaftError} `HAFT_WRONG_DECISION_KIND` if it is not `done`, `again` or `deny`
 * @throws {HaftError} `HAFT_DECISION_USED` if another decision was first
 */
export async function decideUnknown(
  run: RunState,
  keeper: LedgerKeeper,
  row: CallRow,
  decided: { readonly decision: Decision; readonly execute: boolean },
): Promise<ToolOutcome> {
  const { decision, execute } = decided;
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
  if (execute && after !== undefined && isQueued(after, keeper.secret)) {
    await handOver(keeper, run, after, run.options);
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
  if (decision.kind === 'again') {
    // Workers search for queued calls only.
    const state = isQueued(row, run.runtime.people.pendingSecret) ? 'queued' : 'approved';
    return { state, decision: row.decision ?? JSON.stringify(decision) };
  }
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
