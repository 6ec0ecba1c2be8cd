import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { finishCall } from '../finish-call.js';
import { isTraced } from '../is-traced.js';
import { traced } from '../traced.js';

/**
 * Answers a call that step 2 rejects before it begins: a limit, a run that is over.
 * Traces show it as a call.
 *
 * @throws {HaftError} the errors of `record`
 */
export function refuseCall(call: Call, refused: ToolOutcome): ToolOutcome {
  let answer = (): ToolOutcome => refused;
  call.caller = {
    answer: (outcome) => {
      answer = () => outcome;
    },
    reject: (error) => {
      answer = () => {
        throw error;
      };
    },
  };
  finishRefused(call, refused);
  return answer();
}

/** Answers a rejected call whose caller is set. */
export function finishRefused(call: Call, refused: ToolOutcome): void {
  const finish = (): void => {
    finishCall(call, refused);
  };
  noteRefused(call, refused);
  if (isTraced()) traced(call, finish);
  else finish();
}

/** Counts and reports a rejected call. A correction has its own event. */
export function noteRefused(call: Call, refused: ToolOutcome): void {
  const { run, state, facts } = call;
  const { status } = refused;
  state.planned.shared.countRefused(status);
  if (status === 'retry') return;
  const reason = status === 'failed' ? refused.reason : undefined;
  run.events.tell({ type: 'refused', ...facts, status, ...(reason === undefined ? {} : { reason }) });
}
