import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { withCauseOf } from '../outcome/with-cause-of.js';
import type { FinishedCall } from './suspended-call.js';

/**
 * Adds the names of the arguments that an approver changed to the text for the model. Leaves an
 * outcome as it is that has them, since the ledger has returned it.
 */
export function withChanges(call: Call, outcome: ToolOutcome): ToolOutcome {
  const { changes = call.optional.grant?.changes } = call.optional;
  return changes === undefined ? outcome : withHeading(outcome, changes);
}

/**
 * Adds the changes of the calls that a call made. A program or a plan does not show their texts.
 */
export function withInnerChanges(call: Call, outcome: ToolOutcome): ToolOutcome {
  const lines = call.optional.inner?.finished.flatMap(({ tool, changes = [] }) =>
    changes.map((line) => `${tool}: ${line}`),
  );
  return lines === undefined || lines.length === 0 ? outcome : withHeading(outcome, lines.join('\n'));
}

/** Returns the changed arguments that the text of an outcome tells. */
export function changesIn({ text }: ToolOutcome): Pick<FinishedCall, 'changes'> {
  if (!text.includes(CHANGED)) return {};
  const [heading = ''] = text.split('\n\n', 1);
  const lines = heading.split('\n');
  return lines.every((line) => IS_CHANGE.test(line)) ? { changes: lines } : {};
}

/** The begin of the text about changed arguments. */
export const CHANGED = 'The arguments were changed by the user: ';
const IS_CHANGE = /^(?:\w+: )*The arguments were changed by the user: /;

function withHeading(outcome: ToolOutcome, heading: string): ToolOutcome {
  if (outcome.status === 'deferred' || outcome.text.startsWith(`${heading}\n\n`)) return outcome;
  return withCauseOf(outcome, { ...outcome, text: `${heading}\n\n${outcome.text}` });
}
