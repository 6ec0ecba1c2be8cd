import { closeSync, fstatSync, readSync } from 'node:fs';
import { ModelRetry, ToolResult, type RunContext } from '@haft/core';
import { PatternLimitError } from '@haft/schema/internal';
import { hasOneName } from '../beneath/has-one-name.js';
import { hasCode, type Folder } from '../beneath/folder.js';
import { findCandidates } from '../ripgrep/find-candidates.js';
import { decodeText } from '../text/encoding.js';
import { matchesText } from '../text/matches-text.js';
import { linesOf } from '../text/text-lines.js';
import { textMatcher, type Span, type TextMatcher } from '../text/text-matcher.js';
import { meantPath, takesIn } from '../tree/files-at.js';
import { LARGEST_SEARCHED } from '../tree/largest-searched.js';
import { filesBelow, filesNamed, type FileSearch } from '../tree/searched-files.js';
import { Turns } from '../../turns.js';
import type { Workspace } from '../workspace.js';

/** A line that matches. */
export interface TextMatch {
  path: string;
  /** Number of the line, from 1. */
  line: number;
  /** The line, or all lines of a match that has several. */
  text: string;
  /** Lines before, if context was asked for. */
  before?: string[];
  /** Lines after, if context was asked for. */
  after?: string[];
}

/** Matches in a file. */
export interface FileCount {
  path: string;
  count: number;
}

/** Lines that match. */
export interface TextMatches {
  /** Sorted by path and line. Empty if only counts were asked for. */
  matches: TextMatch[];
  /** The files with matches, if only counts were asked for. */
  counts?: FileCount[];
  /** Files that were not searched: over 500 kB, or their lines are too long for the expression. */
  skipped?: string[];
}

/** Which lines are searched. */
export interface SearchQuery {
  readonly query: string;
  /** A folder, a file or a pattern. */
  readonly path: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  readonly context: number;
  readonly counts: boolean;
}

/** The JSON of more matches is too large for a program. */
const MOST_MATCHES = 40_000;
/** Most characters of all matches. */
const MOST_CHARACTERS = 5_000_000;
/** Lines before and after a match. */
const MOST_CONTEXT = 50;
/** Matches that are reported at a time. */
const BATCH = 20;

/**
 * Searches text files.
 *
 * @yields matches as they are found, each once
 * @throws {ModelRetry} if there are too many
 */
export async function* searchText(
  workspace: Workspace,
  asked: SearchQuery,
  run: RunContext<never>,
): AsyncGenerator<TextMatch[], ToolResult<TextMatches>> {
  const matcher = textMatcher(asked);
  const query = { ...asked, context: Math.max(0, Math.min(MOST_CONTEXT, asked.context)) };
  const { places, pattern } = meantPath(workspace, query.path, run);
  const turns = new Turns(run.signal);
  const found = new Matches(query);
  let reported = 0;
  for (const place of places) {
    const search: FileSearch = { workspace, place, takes: takesIn(place, pattern), run };
    const named = await findCandidates(search, { ...query, query: matcher.piece });
    for (const file of named === undefined ? filesBelow(search) : filesNamed(search, named)) {
      if (turns.isOver) await turns.pass();
      if (file === undefined) continue;
      const one = readForSearch(file.folder, file.name, matcher);
      if (one === TOO_LARGE) found.skipped.push(file.path);
      if (one === undefined || one === TOO_LARGE) continue;
      found.add(file.path, one);
      if (found.matches.length - reported < BATCH) continue;
      yield found.matches.slice(reported);
      reported = found.matches.length;
    }
  }
  const { matches, counts, skipped, places: at } = found;
  const value = { matches, ...(query.counts && { counts }), ...(skipped.length > 0 && { skipped }) };
  const content = matchesText(value, { query, at, characters: workspace.options.maxCharacters });
  return new ToolResult({ value, content });
}

/** A text with matches. */
interface MatchingFile {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** The findings of a search. */
class Matches {
  readonly matches: TextMatch[] = [];
  readonly counts: FileCount[] = [];
  readonly skipped: string[] = [];
  /** Where in its first line each match is. */
  readonly places: number[] = [];
  private characters = 0;

  constructor(private readonly query: SearchQuery) {}

  add(path: string, { text, spans }: MatchingFile): void {
    const { context, counts } = this.query;
    this.counts.push({ path, count: spans.length });
    if (counts) return;
    const lines = linesOf(text);
    for (const { first, count: length, at } of spans) {
      const end = first + length;
      const match = {
        path,
        line: first + 1,
        text: lines.slice(first, end).join('\n'),
        ...(context > 0 && { before: lines.slice(Math.max(0, first - context), first) }),
        ...(context > 0 && { after: lines.slice(end, end + context) }),
      };
      this.characters += lengthOf(match);
      if (this.matches.length === MOST_MATCHES || this.characters > MOST_CHARACTERS) throw tooMany(this.matches.length);
      this.matches.push(match);
      this.places.push(at);
    }
  }
}

function tooMany(count: number): ModelRetry {
  return new ModelRetry(`Over ${count} lines match. Use counts, a narrower path or another query.`);
}

function lengthOf({ text, before = [], after = [] }: TextMatch): number {
  return [text, ...before, ...after].reduce((sum, line) => sum + line.length, 0);
}

const TOO_LARGE = Symbol('too large');

/** Reused by all searches: each file is decoded before the next one is read. */
const buffer = Buffer.allocUnsafe(LARGEST_SEARCHED);

/** Reads a file for a search. Undefined if it is not text or cannot match. */
function readForSearch(
  folder: Folder,
  name: string,
  matcher: TextMatcher,
): MatchingFile | typeof TOO_LARGE | undefined {
  const openedAt = Date.now();
  const descriptor = openQuietly(folder, name);
  if (descriptor === undefined) return undefined;
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.nlink > 1) return undefined;
    if (stats.size > LARGEST_SEARCHED) return TOO_LARGE;
    const bytes = buffer.subarray(0, readSync(descriptor, buffer, 0, stats.size, 0));
    if (!matcher.mayMatch(bytes)) return undefined;
    const text = decodeText(bytes)?.text;
    if (text === undefined) return undefined;
    const spans = [...matcher.spansIn(text)];
    // Last, since the proof takes more time than the other steps.
    return spans.length > 0 && hasOneName(descriptor, folder, name, openedAt) ? { text, spans } : undefined;
  } catch (error) {
    if (error instanceof PatternLimitError) return TOO_LARGE;
    throw error;
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
