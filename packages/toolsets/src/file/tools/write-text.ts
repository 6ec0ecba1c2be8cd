import type { Stats } from 'node:fs';
import { ToolFailed, type RunContext } from '@haft/core';
import type { Folder } from '../beneath/folder.js';
import { inTurn } from '../locks.js';
import { readBytes, requireFile } from '../read-bytes.js';
import { decodeText, encodeText, type TextEncoding } from '../text/encoding.js';
import type { Place, Workspace } from '../workspace.js';
import { writeBytes } from '../write-bytes.js';
import { spendBytes } from '../write-quota.js';

/** How `file_write` treats a file that exists: replace it, fail, or add to its end. */
export type WriteMode = 'overwrite' | 'create' | 'append';

/** A file that was written. */
export interface WrittenFile {
  path: string;
  /** Bytes that this call wrote. */
  bytes: number;
  /** Whether the file is new. */
  created: boolean;
}

/** Writes a text file and makes the folders on its way. */
export async function writeText(
  workspace: Workspace,
  { path, content, mode }: { readonly path: string; readonly content: string; readonly mode: WriteMode },
  run: RunContext<never>,
): Promise<WrittenFile> {
  const place = workspace.findToChange(path);
  const size = Buffer.byteLength(content);
  requireSize(workspace, place, size);
  return workspace.inFolder(place, { run, create: true }, (folder, name) =>
    inTurn(`${folder.identity}/${name}`, async () => {
      const before = folder.look(name);
      if (before !== undefined && mode === 'create') throw new ToolFailed(`${place.path} exists already.`);
      const source = { workspace, place, folder, run };
      if (before !== undefined) {
        requireFile(before, source);
        requireWritable(before, place);
      }
      const isAppended = before !== undefined && mode === 'append';
      const { bytes, added } = isAppended ? await appended(workspace, { place, folder, run }, content) : all(content);
      requireSize(workspace, place, bytes.length);
      const { options } = workspace;
      spendBytes(run, added, options.maxBytesPerRun);
      await writeBytes({ folder, name, path: place.path, before }, bytes, { options, run });
      return { path: place.path, bytes: added, created: before === undefined };
    }),
  );
}

function all(content: string): { readonly bytes: Buffer; readonly added: number } {
  const bytes = Buffer.from(content, 'utf8');
  return { bytes, added: bytes.length };
}

/** The old bytes and the new text in their encoding. */
async function appended(
  workspace: Workspace,
  at: { readonly place: Place; readonly folder: Folder; readonly run: RunContext<never> },
  content: string,
): Promise<{ readonly bytes: Buffer; readonly added: number }> {
  const { bytes: before } = await readBytes({ workspace, ...at });
  const encoding = before.length === 0 ? 'utf-8' : decodeText(before)?.encoding;
  if (encoding === undefined) throw new ToolFailed(`${at.place.path} is not a text file (${before.length} bytes).`);
  const more = encodedPart(content, encoding, at.place);
  return { bytes: Buffer.concat([before, more]), added: more.length };
}

function encodedPart(content: string, encoding: TextEncoding, place: Place): Buffer {
  const [whole, mark] = [encodeText(content, encoding), encodeText('', encoding)?.length ?? 0];
  if (whole === undefined) throw cannotEncode(place, encoding);
  return whole.subarray(mark);
}

/** Returns the error for characters that the encoding of a file lacks. */
export function cannotEncode({ path }: Place, encoding: TextEncoding): ToolFailed {
  return new ToolFailed(`${path} is encoded in ${encoding}, which lacks a character of the new text.`);
}

/**
 * Checks that a file is not marked as read-only. Another file could take its name all the same.
 *
 * @throws {ToolFailed} if it is
 */
export function requireWritable({ mode }: Stats, { path }: Place): void {
  if ((mode & 0o222) === 0) throw new ToolFailed(`${path} is read-only.`);
}

/**
 * Checks that a file would not be too large.
 *
 * @throws {ToolFailed} if it would
 */
export function requireSize({ options }: Workspace, { path }: Place, size: number): void {
  if (size <= options.maxFileBytes) return;
  throw new ToolFailed(`${path} would have ${size} bytes. Files may have at most ${options.maxFileBytes}.`);
}
