import type { Issue } from '@haft/schema';
import type { ArgumentRefusal } from '../arguments/accepted-arguments.js';
import { issueLine } from './issue-line.js';
import { LONGEST_PROMPT } from './longest-prompt.js';
import { restText } from './rest-text.js';
import { repeatedHelpText } from './repeated-help-text.js';
import type { RetryPrompt } from './retry-formatter.js';
import { TRY_AGAIN } from './try-again.js';

/** Most problems that one text names. */
const MOST_PROBLEMS = 10;
/** Room for the line about further problems and the last line. */
const END = 80;

/**
 * The text about refused arguments: one sentence where there is no document to point into, else a heading and one line for
 * each problem; help when the problem is an old one, and the
 * request to try again. At most 10 problems and 2,000 characters.
 */
export function formatRetryPrompt({ tool, refusal, repeated }: RetryPrompt): string {
  const text = refusal.problem ?? problemList(tool, refusal.issues);
  const end = `\n\n${TRY_AGAIN}`;
  if (repeated === undefined) return text + end;
  return text + repeatedHelpText(repeated, refusal.issues, LONGEST_PROMPT - text.length - end.length) + end;
}

/** The first problem in one line: for the text of a tool that is closed, and for logs. */
export function firstProblem({ issues: [issue], problem }: ArgumentRefusal): string {
  return problem ?? (issue === undefined ? '' : issueLine(issue));
}

function problemList(tool: string, issues: readonly Issue[]): string {
  const heading = `Tool call validation failed for tool '${tool}':`;
  return heading + problemLines(issues, LONGEST_PROMPT - heading.length - END);
}

function problemLines(issues: readonly Issue[], room: number): string {
  let text = '';
  let shown = 0;
  for (const issue of issues) {
    const line = `\n- ${issueLine(issue)}`;
    if (shown === MOST_PROBLEMS || text.length + line.length > room) break;
    text += line;
    shown++;
  }
  const rest = issues.length - shown;
  return rest === 0 ? text : `${text}\n${restText(rest, issues.length)}`;
}
