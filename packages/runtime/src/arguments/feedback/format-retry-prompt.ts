import type { Issue } from '@haft/schema';
import type { ArgumentRefusal } from '../accepted-arguments.js';
import { issueLine } from './issue-line.js';
import { KnownTexts } from './known-texts.js';
import { LONGEST_PROMPT } from './longest-prompt.js';
import { restText } from './rest-text.js';
import { helpWithin } from './help-within.js';
import type { RetryPrompt } from './retry-formatter.js';
import { TRY_AGAIN } from './try-again.js';

/** Most problems that one text names. */
export const MOST_PROBLEMS = 10;
const LAST_LINE = `\n\n${TRY_AGAIN}`;
/** Room for the line about further problems and the last line. */
const END = 80;

/**
 * The text about refused arguments: one sentence where there is no document to point into, else a heading and one line for
 * each problem; help when the problem is an old one, and the
 * request to try again. At most 10 problems and 2,000 characters.
 */
export function formatRetryPrompt(prompt: RetryPrompt): string {
  return writeRetryPrompt(prompt, new KnownTexts(prompt.tool));
}

/** The same, with what is known of the tool. */
export function writeRetryPrompt({ refusal, repeated }: RetryPrompt, known: KnownTexts): string {
  const text = refusal.problem ?? problemList(refusal.issues, known);
  if (repeated === undefined) return text + LAST_LINE;
  const room = LONGEST_PROMPT - text.length - LAST_LINE.length;
  return text + helpWithin(room, known.helpFor(repeated, refusal.issues)) + LAST_LINE;
}

/** The first problem in one line: for the text of a tool that is closed, and for logs. */
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
