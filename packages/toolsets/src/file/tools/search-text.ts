import { closeSync, fstatSync, readSync } from 'node:fs';
import type { RunContext } from '@haft/core';
import { hasOneName } from '../beneath/has-one-name.js';
import { hasCode, type Folder } from '../beneath/folder.js';
import { findCandidates } from '../ripgrep/find-candidates.js';
import { decodeText } from '../text/encoding.js';
import { lineMatcher, type LineMatcher } from '../text/line-matcher.js';
import { cutAt, linesOf } from '../text/text-lines.js';
import { filesBelow, filesNamed, type FileSearch } from '../tree/searched-files.js';
import { patternTest } from '../tree/pattern-test.js';
import { Turns } from '../tree/turns.js';
import type { Place, Workspace } from '../workspace.js';

/** A line that matches. */
export interface TextMatch {
  path: string;
  /** Number of the line, from 1. */
  line: number;
  text: string;
  /** Lines before, if context was asked for. */
  before?: string[];
  /** Lines after, if context was asked for. */
  after?: string[];
}

/** Lines that match. */
export interface TextMatches {
  /** Sorted by path and line. */
  matches: TextMatch[];
  /** Whether there are more matches than the limit. */
  truncated: boolean;
  /** Files that were not searched because they are larger than 500 kB. */
  skipped?: string[];
}

/** Which lines are searched. */
export interface SearchQuery {
  readonly query: string;
  readonly path: string;
  readonly glob: string | undefined;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  readonly context: number;
  readonly limit: number;
}

/** Bytes of a file that is searched. */
const LARGEST = 500_000;
/** Characters of a line that are shown. */
const LONGEST_LINE = 400;
/** Skipped files that are named. */
const MOST_SKIPPED = 10;
/** Matches that are reported at a time. */
const BATCH = 20;

/**
 * Searches the text files below a folder, or one file.
 *
 * @yields matches as they are found, each once
 */
export async function* searchText(
  workspace: Workspace,
  query: SearchQuery,
  run: RunContext<never>,
): AsyncGenerator<TextMatch[], TextMatches> {
  const matcher = lineMatcher(query);
  const takes = patternTest(query.glob);
  const turns = new Turns(run.signal);
  const matches: TextMatch[] = [];
  const skipped: string[] = [];
  let reported = 0;
  for (const place of placesOf(workspace, query.path)) {
    const search: FileSearch = { workspace, place, takes, run };
    const named = await findCandidates(search, query);
    for (const { folder, name, path } of named === undefined ? filesBelow(search) : filesNamed(search, named)) {
      if (turns.isOver) await turns.pass();
      const text = readForSearch(folder, name, matcher);
      if (text === TOO_LARGE) skipped.push(path);
      if (text === undefined || text === TOO_LARGE) continue;
      for (const match of matchesIn(text, { path, matcher, context: query.context })) {
        if (matches.length === query.limit) return resultOf(matches, skipped, true);
        matches.push(match);
      }
      if (matches.length - reported < BATCH) continue;
      yield matches.slice(reported);
      reported = matches.length;
    }
  }
  return resultOf(matches, skipped, false);
}

function resultOf(matches: TextMatch[], skipped: readonly string[], truncated: boolean): TextMatches {
  return { matches, truncated, ...(skipped.length > 0 && { skipped: skipped.slice(0, MOST_SKIPPED) }) };
}

/** Above named roots, all of them. */
function placesOf(workspace: Workspace, path: string): readonly Place[] {
  const place = workspace.find(path);
  if (place !== undefined) return [place];
  return [...workspace.options.roots.values()].map((root) => ({ root, names: [], path: root.name }));
}

const TOO_LARGE = Symbol('too large');

/** Reused by all searches: each file is decoded before the next one is read. */
const buffer = Buffer.allocUnsafe(LARGEST);

/** Reads a file for a search. Undefined if it is not text or cannot match. */
function readForSearch(folder: Folder, name: string, matcher: LineMatcher): string | typeof TOO_LARGE | undefined {
  const openedAt = Date.now();
  const descriptor = openQuietly(folder, name);
  if (descriptor === undefined) return undefined;
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.nlink > 1) return undefined;
    if (stats.size > LARGEST) return TOO_LARGE;
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, 0, stats.size, 0));
    if (!matcher.mayMatch(bytes)) return undefined;
    const text = decodeText(bytes)?.text;
    if (text === undefined || !matcher.mayMatchText(text)) return undefined;
    // Last, since the proof takes more time than the other steps.
    return hasOneName(descriptor, folder, name, openedAt) ? text : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function openQuietly(folder: Folder, name: string): number | undefined {
  try {
    return folder.openFile(name);
  } catch (error) {
    // Gone or replaced since the folder was read, or closed to this process.
    if (hasCode(error, 'ENOENT', 'ELOOP', 'EMLINK', 'EACCES', 'EPERM', 'ENXIO', 'ENOTDIR')) return undefined;
    throw error;
  }
}

function* matchesIn(
  text: string,
  { path, matcher, context }: { readonly path: string; readonly matcher: LineMatcher; readonly context: number },
): Generator<TextMatch, void> {
  const lines = linesOf(text);
  for (const [index, line] of lines.entries()) {
    const at = matcher.find(line);
    if (at === undefined) continue;
    yield {
      path,
      line: index + 1,
      text: pieceOf(line, at),
      ...(context > 0 && {
        before: lines.slice(Math.max(0, index - context), index).map((one) => pieceOf(one, 0)),
        after: lines.slice(index + 1, index + 1 + context).map((one) => pieceOf(one, 0)),
      }),
    };
  }
}

/** The part of a long line that has the match. */
function pieceOf(line: string, at: number): string {
  if (line.length <= LONGEST_LINE) return line;
  const start = Math.max(0, Math.min(at - LONGEST_LINE / 4, line.length - LONGEST_LINE));
  const piece = cutAt(line.slice(start), LONGEST_LINE).toWellFormed();
  return `${start > 0 ? '...' : ''}${piece}${start + LONGEST_LINE < line.length ? '...' : ''}`;
}
