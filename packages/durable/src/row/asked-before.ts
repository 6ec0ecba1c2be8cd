import type { DeferredOutcome, ToolOutcome } from '@haft/core';
import type { CallRow } from '@haft/runtime';
import {
  type Call,
  callOfRun,
  denied,
  ownerOf,
  rowOf,
  turnOf,
  unknownEndOf,
  waitingOutcome,
  waitOf,
} from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { answerOfKnown, waitOfRow } from './answer-of-known.js';
import { earlierCall, isInner } from './earlier-call.js';
import { readStored } from './stored-call.js';

/**
 * Answers a call that asks for a decision if the ledger has it under another key, or if an equal
 * call of the run waits already. Then there is no second request, so that two approvals do not pay
 * twice.
 *
 * @param outcome - the new request
 * @returns undefined if the call may ask
 */
export async function askedBefore(
  call: Call,
  keeper: LedgerKeeper,
  outcome: DeferredOutcome,
): Promise<ToolOutcome | undefined> {
  const row = rowOf(call);
  // A call in progress asks for another decision.
  if (row.lease !== undefined) return undefined;
  const { open, suspended } = waitOf(outcome);
  const fingerprint = open?.request.fingerprint ?? suspended?.fingerprint ?? '';
  const earlier = await earlierCall(call, keeper, row, fingerprint);
  if (earlier === undefined) return equalCallWaits(call, keeper);
  // In progress, or its process died: another request would make the call twice.
  return answerOfKnown(call, row, earlier, fingerprint) ?? unknownEndOf(call);
}

/**
 * Returns the answer to a call if a call of the same run, with the same tool and arguments, waits.
 * Calls of one answer of the model, and of one program, are separate calls.
 */
export async function equalCallWaits(call: Call, { store }: LedgerKeeper): Promise<ToolOutcome | undefined> {
  const { run, origin, name: tool } = call;
  if (run.factsFromOutside !== undefined) return undefined;
  const { content = '', key } = rowOf(call);
  const owned = { ...ownerOf(run.options), runId: run.id };
  const states = ['awaiting', 'queued', 'approved'] as const;
  const rows = await store.list({ ...owned, tool, contents: [content], states, limit: 100 });
  const secret = run.runtime.people.pendingSecret;
  const row = rows.find((one) => one.key !== key && one.kind !== null && isOfOtherAnswer(call, one, secret));
  // A call that has a row already is not another one.
  if (row === undefined || (await store.get(callOfRun(run, key))) !== undefined) return undefined;
  // A program continues with the results of its own calls only.
  if (origin.parent !== undefined || isInner(row)) return denied(call, WAITS);
  const wait = waitOfRow(row, secret);
  return wait && { ...waitingOutcome(wait), callId: call.id };
}

const WAITS =
  'The same call waits for a decision already, so it was not made again. ' +
  'Do not call it again: it continues when it is decided.';

/** Returns whether a row is of another answer of the model, or of another program, than a call. */
function isOfOtherAnswer(call: Call, row: CallRow, secret: string | undefined): boolean {
  const { parent, outer } = readStored(row, secret);
  for (let one = call.origin.parent; one !== undefined; one = one.origin.parent)
    if (rowOf(one).key === outer) return false;
  const turn = turnOf(call);
  if (turn !== '' && row.turn !== '') return turn !== row.turn;
  // Providers number calls, so that another answer may use the same id.
  const made = call.run.equalCalls.withId(parent?.callId ?? row.callId);
  return !made.some(({ stored, answered }) => (stored.row ? stored.row.key === (outer ?? row.key) : !answered));
}
