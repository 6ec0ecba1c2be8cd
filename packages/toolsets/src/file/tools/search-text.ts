import { closeSync, fstatSync, readSync } from 'node:fs';
import { ToolResult, type RunContext } from '@haft/core';
import { hasOneName } from '../beneath/has-one-name.js';
import { hasCode, type Folder } from '../beneath/folder.js';
import { findCandidates } from '../ripgrep/find-candidates.js';
import { decodeText } from '../text/encoding.js';
import { lineMatcher, type LineMatcher } from '../text/line-matcher.js';
import { fittingLines } from '../text/fitting-lines.js';
import { cutAt, linesOf } from '../text/text-lines.js';
import { LARGEST_SEARCHED } from '../tree/largest-searched.js';
import { filesBelow, filesNamed, type FileSearch } from '../tree/searched-files.js';
import { pathPattern } from '../tree/pattern-test.js';
import { oneLine } from '../../readable/one-line.js';
import { Turns } from '../../turns.js';
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
  /** Undefined: all for a program, and those that fit for a model. */
  readonly limit: number | undefined;
}

/** The JSON of more matches is too large for a program, which gets an error then. */
const MOST_MATCHES = 40_000;
/** Most characters of all matches. */
const MOST_CHARACTERS = 5_000_000;
/** Matches that a model reads if it asks for no number. */
const USUAL_MATCHES = 100;
/** Characters of a line that a model reads. */
const LONGEST_LINE = 400;
/** Skipped files that a model reads about. */
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
): AsyncGenerator<TextMatch[], ToolResult<TextMatches>> {
  const matcher = lineMatcher(query);
  const value = yield* matchesBelow(workspace, { ...query, limit: query.limit ?? MOST_MATCHES }, matcher, run);
  return new ToolResult({ value, content: textFor(value, query, { matcher, most: workspace.options.maxCharacters }) });
}

async function* matchesBelow(
  workspace: Workspace,
  query: SearchQuery & { readonly limit: number },
  matcher: LineMatcher,
  run: RunContext<never>,
): AsyncGenerator<TextMatch[], TextMatches> {
  const turns = new Turns(run.signal);
  const matches: TextMatch[] = [];
  const skipped: string[] = [];
  let [reported, characters] = [0, 0];
  for (const place of placesOf(workspace, query.path)) {
    const { takes } = pathPattern(query.glob, place.names, place.root.name);
    const search: FileSearch = { workspace, place, takes, run };
    const named = await findCandidates(search, query);
    for (const file of named === undefined ? filesBelow(search) : filesNamed(search, named)) {
      if (turns.isOver) await turns.pass();
      if (file === undefined) continue;
      const { folder, name, path } = file;
      const text = readForSearch(folder, name, matcher);
      if (text === TOO_LARGE) skipped.push(path);
      if (text === undefined || text === TOO_LARGE) continue;
      for (const match of matchesIn(text, { path, matcher, context: query.context })) {
        characters += lengthOf(match);
        if (matches.length === query.limit || characters > MOST_CHARACTERS) return resultOf(matches, skipped, true);
        matches.push(match);
      }
      if (matches.length - reported < BATCH) continue;
      yield matches.slice(reported);
      reported = matches.length;
    }
  }
  return resultOf(matches, skipped, false);
}

function resultOf(matches: TextMatch[], skipped: string[], truncated: boolean): TextMatches {
  return { matches, truncated, ...(skipped.length > 0 && { skipped }) };
}

function lengthOf({ text, before = [], after = [] }: TextMatch): number {
  return [text, ...before, ...after].reduce((sum, line) => sum + line.length, 0);
}

interface TextView {
  readonly matcher: LineMatcher;
  /** Most characters. */
  readonly most: number;
}

/** Writes the path of a file, then its lines with their numbers. */
function textFor(
  { matches, truncated, skipped = [] }: TextMatches,
  query: SearchQuery,
  { matcher, most }: TextView,
): string {
  const notes = skipped.length === 0 ? [] : [skippedNote(skipped)];
  if (matches.length === 0) return [noMatch(query), ...notes].join(' ');
  const blocks = matches.map((match, index) => {
    const [previous, next] = [matches[index - 1], matches[index + 1]];
    const isSameFile = match.path === previous?.path;
    const heading = isSameFile ? '' : `${index === 0 ? '' : '\n'}${oneLine(match.path)}\n`;
    const from = isSameFile ? previous.line + (previous.after?.length ?? 0) : 0;
    const until = match.path === next?.path ? next.line : Infinity;
    return heading + linesOfMatch(match, matcher, { from, until }).join('\n');
  });
  const { text, shown } = fittingLines(blocks, { lines: query.limit ?? USUAL_MATCHES, characters: most });
  const left = truncated ? 'There are more' : `${matches.length - shown} more`;
  if (shown < matches.length || truncated) notes.unshift(`${left} matches. Use a glob, another path or limit.`);
  return notes.length === 0 ? text : `${text}\n\n(${notes.join(' ')})`;
}

/** @param between - the last line that the match before shows, and the line of the next match */
function linesOfMatch(
  { line, text, before = [], after = [] }: TextMatch,
  matcher: LineMatcher,
  { from, until }: { readonly from: number; readonly until: number },
): string[] {
  const context = (lines: readonly string[], first: number): string[] =>
    lines.flatMap((one, index) => {
      const number = first + index;
      return number > from && number < until ? [`${number}- ${pieceOf(one, 0)}`] : [];
    });
  return [
    ...context(before, line - before.length),
    `${line}: ${pieceOf(text, matcher.find(text) ?? 0)}`,
    ...context(after, line + 1),
  ];
}

function noMatch({ query, regex }: SearchQuery): string {
  if (regex) return 'No line matches. Lines are searched one by one.';
  const isMaybeExpression = /[|\\*+?()[\]^$]/.test(query);
  return isMaybeExpression ? 'No line has this text. For an expression, set regex.' : 'No line has this text.';
}

function skippedNote(skipped: readonly string[]): string {
  const more = skipped.length > MOST_SKIPPED ? ` and ${skipped.length - MOST_SKIPPED} more` : '';
  return `Not searched, because larger than 500 kB: ${skipped.slice(0, MOST_SKIPPED).map(oneLine).join(', ')}${more}.`;
}

/** Above named roots, all of them. */
function placesOf(workspace: Workspace, path: string): readonly Place[] {
  const place = workspace.find(path);
  if (place !== undefined) return [place];
  return [...workspace.options.roots.values()].map((root) => ({ root, names: [], path: root.name }));
}

const TOO_LARGE = Symbol('too large');

/** Reused by all searches: each file is decoded before the next one is read. */
const buffer = Buffer.allocUnsafe(LARGEST_SEARCHED);

/** Reads a file for a search. Undefined if it is not text or cannot match. */
function readForSearch(folder: Folder, name: string, matcher: LineMatcher): string | typeof TOO_LARGE | undefined {
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
    if (matcher.find(line) === undefined) continue;
    yield {
      path,
      line: index + 1,
      text: line,
      ...(context > 0 && {
        before: lines.slice(Math.max(0, index - context), index),
        after: lines.slice(index + 1, index + 1 + context),
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
