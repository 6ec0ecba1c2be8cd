import type { FailedOutcome, SuccessOutcome, ToolOutcome } from '@haft/core';
import { wellFormedJson } from '@haft/schema/basics';
import { jsonText } from '@haft/core/internal';
import type { Call } from '../call.js';
import { isForPrograms } from '../tools/is-for-programs.js';
import { failed, writeFailure } from './outcomes.js';

/** Returns the outcome of a call of a program whose tool is not for programs. */
export function refusedProgram(call: Call): FailedOutcome | undefined {
  const { sending, state } = call;
  return sending.isOfProgram !== true || isForPrograms(state.planned.tool) ? undefined : callDirectly(call);
}

/** Returns a failure for an outcome that waits, since a program cannot wait for a decision. */
export function withoutWait(call: Call, outcome: ToolOutcome): ToolOutcome {
  return call.sending.isOfProgram === true && outcome.status === 'deferred' ? callDirectly(call) : outcome;
}

/** Returns the outcome that a program of the provider reads: the value of a success, whole. */
export function outcomeForProgram(call: Call, outcome: ToolOutcome): ToolOutcome {
  if (outcome.status !== 'success') return withoutWait(call, outcome);
  const { parts: _parts, ...success } = outcome;
  try {
    return { ...success, text: valueText(outcome) };
  } catch (error) {
    return writeFailure(call, error);
  }
}

/** A result without a value has only its text. Providers reject blank texts. */
function valueText({ value, text }: SuccessOutcome): string {
  if (value === undefined) return text;
  return typeof value === 'string' && value.trim() !== '' ? value.toWellFormed() : wellFormedJson(jsonText(value));
}

function callDirectly(call: Call): FailedOutcome {
  return failed(call, 'program', 'Call this tool directly, not from a program.');
}
