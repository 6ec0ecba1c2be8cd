import { oneLine } from '../../readable/one-line.js';
import type { FileCount, SearchQuery, TextMatch, TextMatches } from '../tools/search-text.js';
import { fittingLines } from './fitting-lines.js';
import { cutAt } from './text-lines.js';

/** Matches that a model reads. */
const MOST_MATCHES = 100;
/** Files with their counts that a model reads. */
const MOST_FILES = 500;
/** Characters of a line that a model reads. */
const LONGEST_LINE = 400;
/** Skipped files that a model reads about. */
const MOST_SKIPPED = 10;

/** How matches are shown. */
export interface MatchesView {
  readonly query: SearchQuery;
  /** Where in its first line each match is. */
  readonly at: readonly number[];
  readonly characters: number;
}

/** Writes the path of a file, then its lines with their numbers. */
export function matchesText({ matches, counts, skipped = [] }: TextMatches, view: MatchesView): string {
  const notes = skipped.length === 0 ? [] : [skippedNote(skipped, view.query)];
  if (matches.length === 0 && (counts ?? []).length === 0) return [noMatch(view.query), ...notes].join(' ');
  const blocks = counts === undefined ? blocksOf(matches, view.at) : counts.map(countLine);
  const lines = counts === undefined ? MOST_MATCHES : MOST_FILES;
  const { text, shown } = fittingLines(blocks, { lines, characters: view.characters });
  const left = blocks.length - shown;
  if (left > 0 && counts !== undefined) notes.unshift(`${left} more files. Use a narrower path.`);
  else if (left > 0) notes.unshift(`${left} more matches. Use counts, a narrower path or another query.`);
  return notes.length === 0 ? text : `${text}\n\n(${notes.join(' ')})`;
}

function countLine({ path, count }: FileCount): string {
  return `${oneLine(path)}: ${count}`;
}

function blocksOf(matches: readonly TextMatch[], at: readonly number[]): readonly string[] {
  return matches.map((match, index) => {
    const [previous, next] = [matches[index - 1], matches[index + 1]];
    const isSameFile = match.path === previous?.path;
    const heading = isSameFile ? '' : `${index === 0 ? '' : '\n'}${oneLine(match.path)}\n`;
    const from = isSameFile ? lastLine(previous) + (previous.after?.length ?? 0) : 0;
    const until = match.path === next?.path ? next.line : Infinity;
    return heading + linesOfMatch(match, at[index] ?? 0, { from, until }).join('\n');
  });
}

function lastLine({ line, text }: TextMatch): number {
  return line + text.split('\n').length - 1;
}

/** @param between - the last line that the match before shows, and the line of the next match */
function linesOfMatch(
  match: TextMatch,
  at: number,
  { from, until }: { readonly from: number; readonly until: number },
): string[] {
  const { line, text, before = [], after = [] } = match;
  const context = (lines: readonly string[], first: number): string[] =>
    lines.flatMap((one, index) => {
      const number = first + index;
      return number > from && number < until ? [`${number}- ${pieceOf(one, 0)}`] : [];
    });
  return [
    ...context(before, line - before.length),
    ...text.split('\n').map((one, index) => `${line + index}: ${pieceOf(one, index === 0 ? at : 0)}`),
    ...context(after, lastLine(match) + 1),
  ];
}

function noMatch({ query, regex }: SearchQuery): string {
  if (regex) return 'No line matches.';
  const isMaybeExpression = /[|\\*+?()[\]^$]/.test(query);
  return isMaybeExpression ? 'No line has this text. For an expression, set regex.' : 'No line has this text.';
}

function skippedNote(skipped: readonly string[], { regex }: SearchQuery): string {
  const more = skipped.length > MOST_SKIPPED ? ` and ${skipped.length - MOST_SKIPPED} more` : '';
  const reason = regex ? 'larger than 500 kB or with too long lines' : 'larger than 500 kB';
  return `Not searched, because ${reason}: ${skipped.slice(0, MOST_SKIPPED).map(oneLine).join(', ')}${more}.`;
}

/** The part of a long line that has the match. */
function pieceOf(line: string, at: number): string {
  if (line.length <= LONGEST_LINE) return line;
  const start = Math.max(0, Math.min(at - LONGEST_LINE / 4, line.length - LONGEST_LINE));
  const piece = cutAt(line.slice(start), LONGEST_LINE).toWellFormed();
  return `${start > 0 ? '...' : ''}${piece}${start + LONGEST_LINE < line.length ? '...' : ''}`;
}
