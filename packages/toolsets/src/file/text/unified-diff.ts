/** A piece of a text that is replaced. */
export interface Replacement {
  /** First character, from 0. */
  readonly start: number;
  /** Behind the last character. */
  readonly end: number;
  readonly text: string;
}

/** Lines that are shown before and after a change. */
const CONTEXT = 3;
/** Longest diff, in characters. */
const LONGEST = 20_000;
/** The end of a longer one. */
const CUT = '... the diff goes on\n';

/** Lines of the old text that become other lines. */
interface Change {
  /** Index of the first old line. */
  readonly from: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/**
 * Returns the text with the replacements.
 *
 * @param replacements - in order, not overlapping
 */
export function replaceIn(text: string, replacements: readonly Replacement[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, text: added } of replacements) {
    result += text.slice(done, start) + added;
    done = end;
  }
  return result + text.slice(done);
}

/**
 * Returns the replacements as a unified diff, as `diff -u` writes it. Compares only the lines that
 * they touch, so it takes time linear in the text.
 *
 * @param replacements - in order, not overlapping
 */
export function unifiedDiff(path: string, text: string, replacements: readonly Replacement[]): string {
  // Each replacement takes a character at least, so the diff is cut before the last of these.
  const first = replacements.slice(0, LONGEST);
  const isLong = first.length < replacements.length;
  const diff = diffOf(path, isLong ? text.slice(0, first.at(-1)?.end) : text, first);
  return isLong && !diff.endsWith(CUT) ? diff + CUT : diff;
}

function diffOf(path: string, text: string, replacements: readonly Replacement[]): string {
  const lines = linesWithEnds(text);
  const changes = changesOf(text, lines, replacements);
  let diff = `--- a/${path}\n+++ b/${path}\n`;
  let shift = 0;
  for (const hunk of hunksOf(changes)) {
    const hunkText = textOfHunk(lines, hunk, shift);
    if (diff.length + hunkText.length > LONGEST) return diff + CUT;
    diff += hunkText;
    for (const { removed, added } of hunk) shift += added.length - removed.length;
  }
  return diff;
}

function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function changesOf(text: string, lines: readonly string[], replacements: readonly Replacement[]): Change[] {
  const changes: Change[] = [];
  let [line, lineStart, next] = [0, 0, 0];
  const end = (): number => lineStart + (lines[line]?.length ?? 0);
  while (next < replacements.length) {
    while (line < lines.length && end() <= (replacements[next]?.start ?? 0)) {
      lineStart = end();
      line++;
    }
    const [from, start] = [line, lineStart];
    const within: Replacement[] = [];
    // All replacements in these lines, and the lines that they reach into.
    for (let one = replacements[next]; one !== undefined && (within.length === 0 || one.start < end());) {
      within.push({ start: one.start - start, end: one.end - start, text: one.text });
      while (line < lines.length - 1 && (end() < one.end || joinsNextLine(one, end()))) {
        lineStart = end();
        line++;
      }
      one = replacements[++next];
    }
    const before = text.slice(start, end());
    changes.push(trimmed(from, linesWithEnds(before), linesWithEnds(replaceIn(before, within))));
    lineStart = end();
    line++;
  }
  return changes;
}

/** A replacement that takes away a line end joins two lines. */
function joinsNextLine({ end, text }: Replacement, lineEnd: number): boolean {
  return end === lineEnd && !text.endsWith('\n');
}

/** Leaves out equal lines at the beginning and at the end. */
function trimmed(from: number, before: readonly string[], after: readonly string[]): Change {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return {
    from: from + start,
    removed: before.slice(start, before.length - end),
    added: after.slice(start, after.length - end),
  };
}

/** Changes whose context would overlap are one hunk. */
function hunksOf(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    const isNear = last !== undefined && change.from - (last.from + last.removed.length) <= 2 * CONTEXT;
    if (isNear) hunks.at(-1)?.push(change);
    else hunks.push([change]);
  }
  return hunks;
}

function textOfHunk(lines: readonly string[], hunk: readonly Change[], shift: number): string {
  const [first, last] = [hunk[0], hunk.at(-1)];
  if (first === undefined || last === undefined) return '';
  const start = Math.max(0, first.from - CONTEXT);
  const end = Math.min(lines.length, last.from + last.removed.length + CONTEXT);
  const body: string[] = [];
  let at = start;
  let added = 0;
  for (const change of hunk) {
    body.push(...lines.slice(at, change.from).map((line) => shown(' ', line)));
    body.push(...change.removed.map((line) => shown('-', line)), ...change.added.map((line) => shown('+', line)));
    at = change.from + change.removed.length;
    added += change.added.length - change.removed.length;
  }
  body.push(...lines.slice(at, end).map((line) => shown(' ', line)));
  const count = end - start;
  return `@@ -${rangeOf(start, count)} +${rangeOf(start + shift, count + added)} @@\n${body.join('')}`;
}

/** An empty range names the line before it. */
function rangeOf(start: number, count: number): string {
  if (count === 0) return `${start},0`;
  return count === 1 ? String(start + 1) : `${start + 1},${count}`;
}

function shown(mark: string, line: string): string {
  return line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`;
}
