import type { ToolOutcome } from '@haft/core';
import { styled } from '../../output/styled.js';
import { visibleLine, visibleText } from '../../output/visible-text.js';
import { showCommand } from './next-commands.js';
import type { Decision, PendingCall } from '../../project/project-pending.js';

/** A call after a decision. */
export interface Decided {
  readonly key: string;
  readonly kind: Decision['kind'];
  /** Lines about the decision. */
  readonly notes: readonly string[];
  readonly outcome: ToolOutcome;
  /** The call now. Undefined if its row was deleted. */
  readonly after: PendingCall | undefined;
}

/**
 * Prints a decision and the outcome of the call.
 *
 * @returns 0 if the decision ended the call as it should, or the call is executed later
 */
export function printDecided({ key, kind, notes, outcome, after }: Decided): number {
  const lines = [`${styled('green', '✓')} ${VERBS[kind]} ${visibleLine(key)}`, ...notes.map((note) => `  ${note}`)];
  const isLater = after?.state === 'approved';
  const { status, text } = after?.outcome ?? outcome;
  process.stdout.write(`${[...lines, isLater ? LATER : visibleText(text)].join('\n')}\n`);
  if (isLater || status === (ENDS.get(kind) ?? 'success')) return 0;
  const asksAgain = after?.state === 'awaiting';
  const note = asksAgain ? `The call asks again. See: ${showCommand(key)}` : `outcome: ${status}`;
  process.stderr.write(`${styled('yellow', note, process.stderr)}\n`);
  return 1;
}

/** The outcomes of decisions that let a call end without success. */
const ENDS: ReadonlyMap<Decision['kind'], ToolOutcome['status']> = new Map([
  ['deny', 'denied'],
  ['fail', 'failed'],
  ['retry', 'retry'],
]);

const VERBS = {
  approve: 'approved',
  deny: 'denied',
  supply: 'supplied the input of',
  result: 'gave the result of',
  fail: 'marked as failed:',
  retry: 'asked the model to correct',
  done: 'marked as done:',
  again: 'approved again:',
} as const;

const LATER = 'runtime.recover() of a process of the project executes it';
