import type { ToolOutcome } from '@haft/core';
import type { Call } from '../call.js';
import { withCauseOf } from '../outcome/with-cause-of.js';
import type { FinishedCall } from './suspended-call.js';

/**
 * Adds the names of the arguments that an approver changed to the text for the model. Leaves an
 * outcome as it is that has them, since the ledger has returned it.
 */
export function withChanges(call: Call, outcome: ToolOutcome): ToolOutcome {
  const { changes = call.decided.grant?.changes } = call.decided;
  return changes === undefined ? outcome : withHeading(outcome, changes);
}

/**
 * Adds the changes of the calls that a call made. A program or a plan does not show their texts.
 */
export function withInnerChanges(call: Call, outcome: ToolOutcome): ToolOutcome {
  const lines = linesInside(call);
  return lines.length === 0 ? outcome : withHeading(outcome, lines.join('\n'));
}

/**
 * Returns the lines about changed arguments of a call and of the calls that it made. Not read from
 * the text of the outcome: a page that a tool fetched could begin with such a line.
 */
export function changesOf(call: Call): Pick<FinishedCall, 'changes'> {
  const { changes = call.decided.grant?.changes } = call.decided;
  const lines = [...linesInside(call), ...(changes === undefined ? [] : [changes])];
  return lines.length === 0 ? {} : { changes: lines };
}

function linesInside({ origin: { inner } }: Call): readonly string[] {
  if (inner === undefined) return [];
  return inner.finished.flatMap(({ tool, changes = [] }) => changes.map((line) => `${tool}: ${line}`));
}

/**
 * Returns the lines about changed arguments in the outcome of a call that a person decided. Another
 * process may have made the call, so that only the text has them. Takes nothing but names: the text
 * may be from outside.
 */
export function changesIn({ text }: ToolOutcome): Pick<FinishedCall, 'changes'> {
  if (!text.includes(CHANGED)) return {};
  const [heading = ''] = text.split('\n\n', 1);
  const lines = heading.split('\n');
  return lines.every((line) => IS_CHANGE.test(line)) ? { changes: lines } : {};
}

/** The begin of the text about changed arguments. */
export const CHANGED = 'The arguments were changed by the user: ';
const IS_CHANGE = /^(?:\w+: )*The arguments were changed by the user: [^\s,]+(?:, [^\s,]+){0,9}(?: and \d+ more)?\.$/;

function withHeading(outcome: ToolOutcome, heading: string): ToolOutcome {
  if (outcome.status === 'deferred' || outcome.text.startsWith(`${heading}\n\n`)) return outcome;
  return withCauseOf(outcome, { ...outcome, text: `${heading}\n\n${outcome.text}` });
}
