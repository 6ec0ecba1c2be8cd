import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
import { inTurn } from '../locks.js';
import { readBytes } from '../read-bytes.js';
import { decodeText, encodeText } from '../text/encoding.js';
import { nearestLines } from '../text/nearest-lines.js';
import { replaceIn, unifiedDiff, type Replacement } from '../text/unified-diff.js';
import type { Workspace } from '../workspace.js';
import { writeBytes } from '../write-bytes.js';
import { spendBytes } from '../write-quota.js';
import { cannotEncode, requireWritable } from './write-text.js';

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
  return workspace.inFolder(place, { run }, (folder, name) =>
    inTurn(`${folder.identity}/${name}`, async () => {
      const { bytes, stats } = await readBytes({ workspace, place, folder, run });
      requireWritable(stats, place);
      const decoded = decodeText(bytes);
      if (decoded === undefined) throw new ToolFailed(`${place.path} is not a text file (${bytes.length} bytes).`);
      const replacements = replacementsIn(decoded.text, edit, place.path);
      const after = encodeText(replaceIn(decoded.text, replacements), decoded.encoding);
      if (after === undefined) throw cannotEncode(place, decoded.encoding);
      if (after.length > options.maxFileBytes) {
        throw new ToolFailed(
          `${place.path} would have ${after.length} bytes. Files may have at most ${options.maxFileBytes}.`,
        );
      }
      spendBytes(run, after.length, options.maxBytesPerRun);
      await writeBytes({ folder, name, path: place.path, before: stats }, after, { options, run });
      const diff = unifiedDiff(place.path, decoded.text, replacements);
      return { path: place.path, replacements: replacements.length, diff };
    }),
  );
}

/** Where the old text is, as the file writes its line ends. */
function replacementsIn(text: string, { oldText, newText, replaceAll }: TextEdit, path: string): Replacement[] {
  const found = occurrences(text, oldText);
  const isWindows = found.length === 0 && text.includes('\r\n');
  const wanted = isWindows ? withWindowsEnds(oldText) : oldText;
  const places = isWindows ? occurrences(text, wanted) : found;
  if (places.length === 0) throw notFound(text, oldText, path);
  if (places.length > 1 && !replaceAll) {
    const lines = places.slice(0, 10).map((start) => lineAt(text, start));
    throw new ModelRetry(
      `oldText appears ${places.length} times in ${path}, on lines ${lines.join(', ')}; ` +
        'add surrounding lines to make it unique, or set replaceAll.',
    );
  }
  // A text without a line end says nothing about which one is meant.
  const replacement = isWindows || hasOnlyWindowsEnds(text) ? withWindowsEnds(newText) : newText;
  return places.map((start) => ({ start, end: start + wanted.length, text: replacement }));
}

function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
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
