import type { Stats } from 'node:fs';
import { ToolFailed, type RunContext } from '@haft/core';
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
  return workspace.inFolder(place, { run, create: true }, async (folder, name) => {
    const before = folder.look(name);
    if (before !== undefined && mode === 'create') throw new ToolFailed(`${place.path} exists already.`);
    const source = { workspace, place, folder, run };
    if (before !== undefined) {
      requireFile(before, source);
      requireWritable(before, place);
    }
    const old = before === undefined ? undefined : (await readBytes(source)).bytes;
    const { bytes, added } = mode === 'append' ? appended(old, content, place) : replaced(old, content);
    requireSize(workspace, place, bytes.length);
    const { options } = workspace;
    spendBytes(run, added, options.maxBytesPerRun);
    await writeBytes({ folder, name, path: place.path, before }, bytes, { options, run });
    return { path: place.path, bytes: added, created: before === undefined };
  });
}

interface NewBytes {
  /** The whole file. */
  readonly bytes: Buffer;
  /** Bytes of the new text. */
  readonly added: number;
}

/** The new text in the encoding of the old one, so that reading and writing changes no byte. */
function replaced(old: Buffer | undefined, content: string): NewBytes {
  const encoding = (old && decodeText(old)?.encoding) ?? 'utf-8';
  // A text can bring the mark that its encoding writes.
  const text = encoding !== 'utf-8' && content.startsWith('\ufeff') ? content.slice(1) : content;
  const bytes = encodeText(text, encoding) ?? Buffer.from(content, 'utf8');
  return { bytes, added: bytes.length };
}

/** The old bytes and the new text in their encoding. */
function appended(old: Buffer | undefined, content: string, place: Place): NewBytes {
  if (old === undefined || old.length === 0) return replaced(undefined, content);
  const encoding = decodeText(old)?.encoding;
  if (encoding === undefined) throw new ToolFailed(`${place.path} is not a text file (${old.length} bytes).`);
  const more = encodedPart(content, encoding, place);
  return { bytes: Buffer.concat([old, more]), added: more.length };
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
