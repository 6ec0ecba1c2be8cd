import { nearest } from '@haft/schema/internal';
import { linesOf } from './text-lines.js';

/** Longest piece of a file that is quoted. */
const LONGEST = 1_000;
/** Lines that are compared. */
const MOST_LINES = 20_000;

/** Lines of a file that a model may have meant. */
export interface NearLines {
  /** Number of the first line, from 1. */
  readonly line: number;
  readonly text: string;
  /** Whether only white space differs. */
  readonly isSpacing: boolean;
}

/**
 * Finds the lines that a text of several lines was probably copied from: the same but for white
 * space, else around the line that is nearest to its longest one.
 */
export function nearestLines(text: string, wanted: string): NearLines | undefined {
  const lines = linesOf(text).slice(0, MOST_LINES);
  const wantedLines = linesOf(wanted);
  const bare = lines.map(withoutSpace);
  const bareWanted = wantedLines.map(withoutSpace);
  const same = placeOf(bare, bareWanted);
  if (same >= 0) return quoted(lines, { from: same, count: wantedLines.length, isSpacing: true });
  const [longest = ''] = [...bareWanted].sort((one, other) => other.length - one.length);
  const near = nearest(longest, new Set(bare));
  if (near === undefined) return undefined;
  const from = Math.max(0, bare.indexOf(near) - bareWanted.indexOf(longest));
  return quoted(lines, { from, count: wantedLines.length, isSpacing: false });
}

function withoutSpace(line: string): string {
  return line.replace(/\s+/g, '');
}

/** Where one list of lines is in another one. */
function placeOf(lines: readonly string[], wanted: readonly string[]): number {
  if (wanted.every((line) => line === '')) return -1;
  // Joined, so that the search is one pass. No line has a line end.
  const at = `\n${lines.join('\n')}\n`.indexOf(`\n${wanted.join('\n')}\n`);
  if (at < 0) return -1;
  let place = 0;
  const joined = `\n${lines.join('\n')}\n`;
  for (let end = joined.indexOf('\n', 1); end >= 0 && end <= at; end = joined.indexOf('\n', end + 1)) place++;
  return place;
}

function quoted(
  lines: readonly string[],
  { from, count, isSpacing }: { readonly from: number; readonly count: number; readonly isSpacing: boolean },
): NearLines | undefined {
  const text = lines.slice(from, from + count).join('\n');
  return text.length > LONGEST ? undefined : { line: from + 1, text, isSpacing };
}
