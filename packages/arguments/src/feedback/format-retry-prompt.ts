import { requireKind } from '@haft/core';
import type { Issue } from '@haft/schema';
import { ISSUE_LIMIT } from '@haft/schema/internal';
import type { ArgumentRefusal } from '../accepted-arguments.js';
import { issueLine } from './issue-line.js';
import { KnownTexts } from './known-texts.js';
import { LONGEST_PROMPT } from './longest-prompt.js';
import { helpWithin } from './help-within.js';
import { LAST_LINE } from './model-retry-text.js';
import type { RetryPrompt } from './retry-formatter.js';

/** The largest number of problems in one prompt. */
export const MOST_PROBLEMS = 10;
/** The length of the line about further problems and of the last line, in characters. */
const END = 80;

/**
 * Writes the default retry prompt: a line for each problem, help if a problem is repeated, and the
 * request to try again. It has at most 10 problems and 2,000 characters.
 */
export function formatRetryPrompt(prompt: RetryPrompt): string {
  requirePrompt('formatRetryPrompt', prompt);
  return writeRetryPrompt(prompt, new KnownTexts(prompt.tool));
}

/** @throws {HaftError} `HAFT_INVALID_OPTION` if a value is not a prompt */
export function requirePrompt(formatter: string, prompt: RetryPrompt): void {
  requireKind(`The argument of ${formatter}()`, prompt, 'an object');
  requireKind(`The refusal of ${formatter}()`, prompt.refusal, 'an object');
}

/** Writes the default retry prompt with the kept texts of a tool. */
export function writeRetryPrompt({ refusal, repeated }: RetryPrompt, known: KnownTexts): string {
  const text = refusal.problem ?? problemList(refusal.issues, known);
  if (repeated === undefined) return text + LAST_LINE;
  const room = LONGEST_PROMPT - text.length - LAST_LINE.length;
  const help = known.helpFor(repeated, refusal.issues);
  return text + (help.text.length <= room ? help.ending : helpWithin(room, help) + LAST_LINE);
}

/** Returns the first problem in one line, for logs and for the text after the last retry. */
export function firstProblem({ issues: [issue], problem }: ArgumentRefusal): string {
  return problem ?? (issue === undefined ? '' : issueLine(issue));
}

function problemList(issues: readonly Issue[], known: KnownTexts): string {
  let text = known.heading;
  let shown = 0;
  for (const issue of issues) {
    const line = known.lineOf(issue);
    if (shown === MOST_PROBLEMS || text.length + line.length > LONGEST_PROMPT - END) break;
    text += line;
    shown++;
  }
  const rest = issues.length - shown;
  return rest === 0 ? text : `${text}\n${restText(rest, issues.length)}`;
}

/** Returns the line about further problems. At the limit of the search, there may be more. */
export function restText(count: number, all: number): string {
  const least = all >= ISSUE_LIMIT ? 'at least ' : '';
  return `... and ${least}${count} more ${count === 1 ? 'problem' : 'problems'}`;
}
