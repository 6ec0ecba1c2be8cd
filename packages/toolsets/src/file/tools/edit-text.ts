import { ModelRetry, ToolFailed, ToolResult, type RunContext } from '@haft/core';
import { oneLine } from '../../readable/one-line.js';
import { readBytes } from '../read-bytes.js';
import { decodeText, encodedSize, encodeText, type DecodedText } from '../text/encoding.js';
import { nearestLines } from '../text/nearest-lines.js';
import { replaceIn, unifiedDiff, type Replacement } from '../text/unified-diff.js';
import type { Workspace } from '../workspace.js';
import { writeBytes } from '../write-bytes.js';
import { spendBytes } from '../write-quota.js';
import { cannotEncode, requireSize, requireWritable } from './write-text.js';

/** Places that one edit replaces. Many more would hold up the process. */
const MOST_PLACES = 100_000;

/** As the arguments of file_edit. */
export interface TextEdit {
  oldText: string;
  newText: string;
  replaceAll?: boolean;
}

/** A file that was edited. */
export interface EditedFile {
  path: string;
  replacements: number;
  /** The change as a unified diff. */
  diff: string;
}

/**
 * Replaces texts in a file, all or none. Each is a text of the file before the call. Encoding and
 * line ends stay as they are.
 */
export async function editText(
  workspace: Workspace,
  { path, edits }: { readonly path: string; readonly edits: readonly TextEdit[] },
  run: RunContext<never>,
): Promise<ToolResult<EditedFile>> {
  const named = edits.map((edit, index): NamedEdit => ({
    ...edit,
    name: index === 0 ? 'oldText' : `oldText of moreEdits[${index - 1}]`,
  }));
  for (const { name, oldText, newText } of named) {
    if (oldText === '') throw new ModelRetry(`${name} must not be empty.`);
    if (oldText === newText) throw new ModelRetry(`${name} and newText are the same.`);
  }
  const place = workspace.findToChange(path);
  const { options } = workspace;
  return workspace.inFolder(place, { run }, async (folder, name) => {
    const { bytes, stats } = await readBytes({ workspace, place, folder, run });
    requireWritable(stats, place);
    const decoded = decodeText(bytes);
    if (decoded === undefined) throw new ToolFailed(`${place.path} is not a text file (${bytes.length} bytes).`);
    const found = named.map((edit) => replacementsIn(decoded.text, edit, place.path));
    // Before the text exists: many places with a long text would make one that fits nowhere.
    const growth = found.reduce((sum, one) => sum + growthOf(decoded, one), 0);
    requireSize(workspace, place, bytes.length + growth);
    const replacements = inOrder(found.flat(), place.path);
    const after = encodeText(replaceIn(decoded.text, replacements), decoded.encoding);
    if (after === undefined) throw cannotEncode(place, decoded.encoding);
    spendBytes(run, after.length, options.maxBytesPerRun);
    await writeBytes({ folder, name, path: place.path, before: stats }, after, { options, run });
    const diff = unifiedDiff(place.path, decoded.text, replacements);
    const value = { path: place.path, replacements: replacements.length, diff };
    return new ToolResult({ value, content: textFor(value, newLines(decoded.text, replacements)) });
  });
}

/** An edit, and its name in messages. */
interface NamedEdit extends TextEdit {
  readonly name: string;
}

/** Sorts the replacements of several edits by place. */
function inOrder(replacements: readonly Replacement[], path: string): readonly Replacement[] {
  const sorted = [...replacements].sort((one, other) => one.start - other.start);
  const overlaps = sorted.some(({ end }, index) => end > (sorted[index + 1]?.start ?? Infinity));
  if (overlaps) throw new ModelRetry(`Two edits change the same place in ${path}. Send one edit for both.`);
  return sorted;
}

/** Returns the lines on which new texts begin, in the file as it is now. */
function newLines(text: string, replacements: readonly Replacement[]): readonly number[] {
  const lines = new Set<number>();
  let [line, at] = [1, 0];
  for (const { start, end, text: added } of replacements) {
    line += countEnds(text.slice(at, start));
    lines.add(line);
    line += countEnds(added);
    at = end;
    if (lines.size > MOST_LINES) break;
  }
  return [...lines];
}

function countEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Lines that the model reads. It wrote the texts itself, so it needs no diff. */
const MOST_LINES = 20;

function textFor({ path, replacements }: EditedFile, lines: readonly number[]): string {
  const shown = lines.slice(0, MOST_LINES).join(', ') + (lines.length > MOST_LINES ? ' and more' : '');
  const count = replacements === 1 ? '1 replacement' : `${replacements} replacements`;
  return `${oneLine(path)}: ${count}, on ${lines.length === 1 ? 'line' : 'lines'} ${shown}.`;
}

/** Where the old text is, as the file writes its line ends. */
function replacementsIn(
  text: string,
  { name, oldText, newText, replaceAll = false }: NamedEdit,
  path: string,
): Replacement[] {
  const found = occurrences(text, oldText);
  const isWindows = found.length === 0 && text.includes('\r\n');
  const wanted = isWindows ? withWindowsEnds(oldText) : oldText;
  const places = isWindows ? occurrences(text, wanted) : found;
  if (places.length === 0) throw notFound(text, { name, oldText, path });
  const isTooMany = places.length > MOST_PLACES;
  const count = isTooMany ? `more than ${MOST_PLACES}` : places.length;
  if (places.length > 1 && !replaceAll) {
    const lines = places.slice(0, 10).map((start) => lineAt(text, start));
    throw new ModelRetry(
      `${name} appears ${count} times in ${path}, on lines ${lines.join(', ')}; ` +
        'add surrounding lines to make it unique, or set replaceAll.',
    );
  }
  if (isTooMany) throw new ToolFailed(`${name} appears ${count} times in ${path}, too often for one edit.`);
  // A text without a line end says nothing about which one is meant.
  const replacement = isWindows || hasOnlyWindowsEnds(text) ? withWindowsEnds(newText) : newText;
  return places.map((start) => ({ start, end: start + wanted.length, text: replacement }));
}

/** Bytes that the file gets more, or fewer if negative. All places have one text. */
function growthOf({ text, encoding }: DecodedText, replacements: readonly Replacement[]): number {
  const [first] = replacements;
  if (first === undefined) return 0;
  const removed = encodedSize(text.slice(first.start, first.end), encoding);
  return replacements.length * (encodedSize(first.text, encoding) - removed);
}

/** Finds a text. Looks for one place more than an edit may replace. */
function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  let at = text.indexOf(wanted);
  while (at >= 0 && found.length <= MOST_PLACES) {
    found.push(at);
    at = text.indexOf(wanted, at + wanted.length);
  }
  return found;
}

function notFound(
  text: string,
  { name, oldText, path }: { readonly name: string; readonly oldText: string; readonly path: string },
): ModelRetry {
  const near = nearestLines(text, oldText);
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
