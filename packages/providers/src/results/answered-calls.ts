import { HaftError, type DeferredOutcome, type ToolOutcome } from '@haft/core';
import type { IdentifiedCall } from '../model-turn.js';

/** An outcome that a model can read. */
export type FinalOutcome = Exclude<ToolOutcome, DeferredOutcome>;

/** A call and its outcome. */
export interface AnsweredCall {
  readonly call: IdentifiedCall;
  readonly outcome: FinalOutcome;
}

/**
 * Returns every call of a turn with its outcome, in the order of the calls.
 *
 * @throws {HaftError} `HAFT_UNANSWERED_CALL` if outcomes and calls are not of the same turn
 * @throws {HaftError} `HAFT_DEFERRED_OUTCOME` if a call still waits, because providers accept only
 *   one result for a call
 */
export function answeredCalls(
  calls: readonly IdentifiedCall[],
  outcomes: readonly ToolOutcome[],
): readonly AnsweredCall[] {
  const byId = new Map(outcomes.map((outcome) => [outcome.callId, outcome]));
  const answered = calls.map((call) => ({ call, outcome: settled(byId.get(call.id) ?? unanswered(call)) }));
  const ids = new Set(calls.map(({ id }) => id));
  const stranger = outcomes.find(({ callId }) => !ids.has(callId));
  if (stranger !== undefined) {
    throw mixedUp(
      `There is an outcome of the call '${stranger.callId}' of '${stranger.tool}', which is not in this turn.`,
    );
  }
  return answered;
}

function settled(outcome: ToolOutcome): FinalOutcome {
  if (outcome.status !== 'deferred') return readable(outcome);
  const { tool, callId, request } = outcome;
  throw new HaftError(
    'HAFT_DEFERRED_OUTCOME',
    `The call '${callId}' of '${tool}' waits (${request.kind}), so it has no result yet.`,
    {
      hint: 'Check for outcomes with status `deferred` before you write results. run.resume() returns the outcomes of all calls.',
    },
  );
}

/** Returns an outcome without blank texts and halves of surrogate pairs, which providers reject. */
function readable(outcome: FinalOutcome): FinalOutcome {
  const text = outcome.text.trim() === '' ? '(no output)' : outcome.text.toWellFormed();
  return text === outcome.text ? outcome : { ...outcome, text };
}

function unanswered({ id, name }: IdentifiedCall): never {
  throw mixedUp(`There is no outcome of the call '${id}' of '${name}'.`);
}

function mixedUp(message: string): HaftError {
  return new HaftError('HAFT_UNANSWERED_CALL', message, {
    hint: 'Pass the calls of one turn to results(), with the outcomes of run.callAll() for exactly these calls.',
  });
}
