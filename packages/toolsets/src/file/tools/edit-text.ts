import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
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

/** A text to replace. */
export interface TextEdit {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
}

/** A file that was edited. */
export interface EditedFile {
  path: string;
  replacements: number;
  /** The change as a unified diff. */
  diff: string;
}

/** Replaces a text in a file. Encoding and line ends stay as they are. */
export async function editText(workspace: Workspace, edit: TextEdit, run: RunContext<never>): Promise<EditedFile> {
  if (edit.oldText === '') throw new ModelRetry('oldText must not be empty.');
  if (edit.oldText === edit.newText) throw new ModelRetry('oldText and newText are the same.');
  const place = workspace.findToChange(edit.path);
  const { options } = workspace;
  return workspace.inFolder(place, { run }, async (folder, name) => {
    const { bytes, stats } = await readBytes({ workspace, place, folder, run });
    requireWritable(stats, place);
    const decoded = decodeText(bytes);
    if (decoded === undefined) throw new ToolFailed(`${place.path} is not a text file (${bytes.length} bytes).`);
    const replacements = replacementsIn(decoded.text, edit, place.path);
    // Before the text exists: many places with a long text would make one that fits nowhere.
    requireSize(workspace, place, bytes.length + growthOf(decoded, replacements));
    const after = encodeText(replaceIn(decoded.text, replacements), decoded.encoding);
    if (after === undefined) throw cannotEncode(place, decoded.encoding);
    spendBytes(run, after.length, options.maxBytesPerRun);
    await writeBytes({ folder, name, path: place.path, before: stats }, after, { options, run });
    const diff = unifiedDiff(place.path, decoded.text, replacements);
    return { path: place.path, replacements: replacements.length, diff };
  });
}

/** Where the old text is, as the file writes its line ends. */
function replacementsIn(text: string, { oldText, newText, replaceAll }: TextEdit, path: string): Replacement[] {
  const found = occurrences(text, oldText);
  const isWindows = found.length === 0 && text.includes('\r\n');
  const wanted = isWindows ? withWindowsEnds(oldText) : oldText;
  const places = isWindows ? occurrences(text, wanted) : found;
  if (places.length === 0) throw notFound(text, oldText, path);
  const isTooMany = places.length > MOST_PLACES;
  const count = isTooMany ? `more than ${MOST_PLACES}` : places.length;
  if (places.length > 1 && !replaceAll) {
    const lines = places.slice(0, 10).map((start) => lineAt(text, start));
    throw new ModelRetry(
      `oldText appears ${count} times in ${path}, on lines ${lines.join(', ')}; ` +
        'add surrounding lines to make it unique, or set replaceAll.',
    );
  }
  if (isTooMany) throw new ToolFailed(`oldText appears ${count} times in ${path}, too often for one edit.`);
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

function notFound(text: string, oldText: string, path: string): ModelRetry {
  const near = nearestLines(text, oldText);
  if (near === undefined) return new ModelRetry(`oldText was not found in ${path}.`);
  const reason = near.isSpacing ? 'The same text with other white space is' : 'The nearest text is';
  return new ModelRetry(
    `oldText was not found in ${path}. ${reason} on line ${near.line}; send it exactly as it is:\n${near.text}`,
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
