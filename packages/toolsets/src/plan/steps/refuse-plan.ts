import { ModelRetry } from '@haft/core';
import { pathText, type Issue } from '@haft/schema';

/** Makes the error for a plan of which nothing ran. */
export function refusePlan(issues: readonly Issue[]): ModelRetry {
  const [first, ...others] = issues;
  if (first?.rule === 'noPlan' && others.length === 0) return new ModelRetry(first.message ?? '');
  return new ModelRetry([...problemLines(issues), 'No step has run.'].join('\n'), { issues });
}

/**
 * Returns a line for each problem, as many as a model reads.
 *
 * @param before - the number of lines that the model reads before these
 */
export function problemLines(issues: readonly Issue[], before = 0): readonly string[] {
  const lines: string[] = [];
  let length = 0;
  for (const issue of issues) {
    const line = lineOf(issue);
    if (before + lines.length >= MOST_LINES || length + line.length > LONGEST) break;
    lines.push(line);
    length += line.length;
  }
  const rest = issues.length - lines.length;
  if (rest > 0) lines.push(`... and ${rest} more ${rest === 1 ? 'problem' : 'problems'}`);
  return lines;
}

const MOST_LINES = 10;
/** The text of all problems, in characters. */
const LONGEST = 1_800;
/** The text of one problem, in characters. */
const LONGEST_LINE = 1_000;
const LONGEST_PATH = 120;

function lineOf({ path, expected, received, suggestion, message }: Issue): string {
  const meant = suggestion === undefined ? '' : `; did you mean ${JSON.stringify(suggestion)}?`;
  const text = message ?? `expected ${expected}, received ${received}${meant}`;
  return `${cut(pathText(path), LONGEST_PATH)}: ${cut(text.replaceAll(/\s*\n\s*/g, ' '), LONGEST_LINE)}`;
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 3).toWellFormed()}...`;
}
