import { ModelRetry, ToolFailed } from '@haft/core';
import { nearestLines } from './nearest-lines.js';
import type { Replacement } from './unified-diff.js';
import { WORD_END, WORD_START } from './word.js';

/** Places of one edit in a file. Many more would hold up the process. */
const MOST_PLACES = 100_000;

/** The old text appears once, unless `all` is set. Patterns set it. */
export interface TextEdit {
  /** @alias old_string, old_str, old_text, search, find */
  old: string;
  /** @alias new_string, new_str, new_text, replace, replacement */
  new: string;
  /** @alias replace_all */
  all?: boolean;
  /**
   * Whole words only.
   * @alias whole_word
   */
  word?: boolean;
  /** @alias case_insensitive */
  ignoreCase?: boolean;
}

/** An edit, and its name in messages. */
export interface NamedEdit extends TextEdit {
  readonly name: string;
}

/** A replacement by the edit with this index. */
export interface EditPlace extends Replacement {
  readonly edit: number;
}

/**
 * Returns the places of all edits in a text, in order. A place that an earlier edit has does not
 * count for a later one.
 *
 * @throws {ModelRetry} if an edit has no place, or several and not `all`
 */
export function placesOfEdits(text: string, edits: readonly NamedEdit[], path: string): readonly EditPlace[] {
  const taken: EditPlace[] = [];
  for (const [index, edit] of edits.entries()) {
    const all = placesOf(text, edit, path);
    const free = withoutOverlaps(all, taken);
    if (all.length === 0) throw notFound(text, edit, path);
    if (free.length === 0) throw new ModelRetry(`Two edits change the same place in ${path}. Send one edit for both.`);
    if (free.length > 1 && edit.all !== true) throw severalPlaces(text, edit, { path, places: free });
    for (const one of free) taken.push({ ...one, edit: index });
  }
  return taken.sort((one, other) => one.start - other.start);
}

/** Returns the places of all edits in one of several files. An edit may have none in it. */
export function placesInFile(text: string, edits: readonly NamedEdit[], path: string): readonly EditPlace[] {
  const taken: EditPlace[] = [];
  for (const [index, edit] of edits.entries()) {
    for (const one of withoutOverlaps(placesOf(text, edit, path), taken)) taken.push({ ...one, edit: index });
  }
  return taken.sort((one, other) => one.start - other.start);
}

/** Both lists have no overlaps within themselves, and `places` is in order. */
function withoutOverlaps(places: readonly Replacement[], taken: readonly Replacement[]): readonly Replacement[] {
  if (taken.length === 0) return places;
  const sorted = [...taken].sort((one, other) => one.start - other.start);
  let next = 0;
  return places.filter(({ start, end }) => {
    while ((sorted[next]?.end ?? Infinity) <= start) next++;
    return end <= (sorted[next]?.start ?? Infinity);
  });
}

/** Where the old text is, as the file writes its line ends. */
function placesOf(text: string, edit: NamedEdit, path: string): readonly Replacement[] {
  const found = occurrences(text, edit.old, edit);
  const isWindows = found.length === 0 && text.includes('\r\n');
  const wanted = isWindows ? withWindowsEnds(edit.old) : edit.old;
  const places = isWindows ? occurrences(text, wanted, edit) : found;
  if (places.length > MOST_PLACES) {
    throw new ToolFailed(`${edit.name} appears more than ${MOST_PLACES} times in ${path}, too often for one edit.`);
  }
  // A text without a line end says nothing about which one is meant.
  const added = isWindows || hasOnlyWindowsEnds(text) ? withWindowsEnds(edit.new) : edit.new;
  return places.map((start) => ({ start, end: start + wanted.length, text: added }));
}

/** Finds a text. Looks for one place more than an edit may replace. */
function occurrences(text: string, wanted: string, { word = false, ignoreCase = false }: TextEdit): readonly number[] {
  const found: number[] = [];
  const next = ignoreCase ? inAnyCase(text, wanted) : (from: number) => text.indexOf(wanted, from);
  const [before, after] = [word && WORD_START.test(wanted), word && WORD_END.test(wanted)];
  for (let at = next(0); at >= 0 && found.length <= MOST_PLACES;) {
    const end = at + wanted.length;
    const isPart = (before && WORD_END.test(text.charAt(at - 1))) || (after && WORD_START.test(text.charAt(end)));
    if (!isPart) found.push(at);
    at = next(isPart ? at + 1 : end);
  }
  return found;
}

/** A place has as many characters as the text: no letter equals one of another length. */
function inAnyCase(text: string, wanted: string): (from: number) => number {
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), 'gi');
  return (from) => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? -1;
  };
}

function severalPlaces(
  text: string,
  { name }: NamedEdit,
  { path, places }: { readonly path: string; readonly places: readonly Replacement[] },
): ModelRetry {
  const lines = places.slice(0, 10).map(({ start }) => lineAt(text, start));
  const hint = 'add surrounding lines to make it unique, or set all.';
  return new ModelRetry(`${name} appears ${places.length} times in ${path}, on lines ${lines.join(', ')}; ${hint}`);
}

function notFound(text: string, { name, old, word = false }: NamedEdit, path: string): ModelRetry {
  if (word && text.includes(old)) return new ModelRetry(`${name} is only a part of longer words in ${path}.`);
  const near = nearestLines(text, old);
  if (near === undefined) return new ModelRetry(`${name} was not found in ${path}.`);
  const reason = near.isSpacing ? 'The same text with other white space is' : 'The nearest text is';
  return new ModelRetry(
    `${name} was not found in ${path}. ${reason} on line ${near.line}; send it exactly as it is:\n${near.text}`,
  );
}

function lineAt(text: string, end: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function hasOnlyWindowsEnds(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

function withWindowsEnds(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}
