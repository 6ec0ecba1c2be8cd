import { closeSync, read, readSync, type Stats } from 'node:fs';
import { promisify } from 'node:util';
import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
import { hasOneName } from './beneath/has-one-name.js';
import { FLAGS, READ_FILE, type Folder } from './beneath/folder.js';
import { entryType } from './entry.js';
import type { Place, Workspace } from './workspace.js';

const readAt = promisify(read);

/** The bytes of a file, and the file as it was before it was read. */
export interface ReadFile {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

/** Where a file is read: its place, and the open folder that it is in. */
export interface FileSource {
  readonly workspace: Workspace;
  readonly place: Place;
  readonly folder: Folder;
  readonly run: RunContext<never>;
}

/**
 * Reads a whole file. Decides by the entry itself, before it opens the entry, so it never opens a
 * pipe, a device or a link.
 *
 * @throws {ModelRetry} if there is no file
 * @throws {ToolFailed} if the file is too large or has several names
 */
export async function readBytes(source: FileSource): Promise<ReadFile> {
  const { descriptor, stats } = openFile(source);
  try {
    const bytes = Buffer.allocUnsafe(Math.min(stats.size, source.workspace.options.maxFileBytes));
    const isSmall = bytes.length <= SMALL_FILE;
    const length = isSmall ? readSmall(descriptor, bytes) : await readLarge(descriptor, bytes, source.run.signal);
    return { bytes: bytes.subarray(0, length), stats };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Opens a file for reading, as `readBytes` does. The caller closes the descriptor.
 *
 * @throws {ModelRetry} if there is no file
 * @throws {ToolFailed} if the file is too large or has several names
 */
export function openFile(source: FileSource): { readonly descriptor: number; readonly stats: Stats } {
  const { workspace, place, folder, run } = source;
  const name = place.names.at(-1) ?? '';
  const pinnedAt = Date.now();
  const entry = folder.pin(name);
  if (entry === undefined) throw workspace.missing(place, folder, run);
  try {
    requireFile(entry.stats, source);
    const descriptor = entry.open(READ_ENTRY);
    try {
      if (!hasOneName(descriptor, folder, name, pinnedAt)) throw severalNames(place);
      return { descriptor, stats: entry.stats };
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  } finally {
    entry.close();
  }
}

/**
 * Checks that an entry is a file that tools may read and replace.
 *
 * @throws {ModelRetry} if it is a link or a folder
 * @throws {ToolFailed} if it is a device, too large, or has several names
 */
export function requireFile(stats: Stats, { workspace, place, folder }: FileSource): void {
  if (stats.isSymbolicLink()) throw workspace.linked(place, folder);
  if (!stats.isFile()) throw notAFile(place.path, entryType(stats));
  if (stats.nlink > 1) throw severalNames(place);
  const most = workspace.options.maxFileBytes;
  if (stats.size > most) {
    throw new ToolFailed(`${place.path} has ${stats.size} bytes. Files may have at most ${most}.`);
  }
}

function severalNames({ path }: Place): ToolFailed {
  return new ToolFailed(`${path} has several names (hard links), so it cannot be used.`);
}

function notAFile(path: string, type: string): Error {
  if (type === 'directory') return new ModelRetry(`${path} is a directory, not a file. Its files are ${path}/**.`);
  return new ToolFailed(`${path} is not a file that can be read.`);
}

/** Fills the buffer. A file that grows meanwhile ends where it ended when it was opened. */
function readSmall(descriptor: number, bytes: Buffer): number {
  let length = 0;
  while (length < bytes.length) {
    const bytesRead = readSync(descriptor, bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

async function readLarge(descriptor: number, bytes: Buffer, signal: AbortSignal): Promise<number> {
  let length = 0;
  while (length < bytes.length) {
    signal.throwIfAborted();
    const { bytesRead } = await readAt(descriptor, bytes, length, Math.min(CHUNK, bytes.length - length), length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

/**
 * Largest file that is read or written in the thread of the caller, in bytes. It takes less time
 * there than the hand-over to another thread.
 */
export const SMALL_FILE = 131_072;

/** Bytes between two looks at the signal. */
const CHUNK = 1_048_576;
/** Without `O_NOFOLLOW`: a pinned entry is opened by a link of the system. */
const READ_ENTRY = READ_FILE & ~(FLAGS['O_NOFOLLOW'] ?? 0);
