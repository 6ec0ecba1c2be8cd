import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fsync,
  linkSync,
  openSync,
  renameSync,
  unlinkSync,
  write,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { promisify } from 'node:util';
import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
import { FLAGS, hasCode, type Folder } from './beneath/folder.js';
import type { FileOptions } from './file-options.js';
import { SMALL_FILE } from './read-bytes.js';

const writeAt = promisify(write);
const syncFile = promisify(fsync);

/** A file that is written. */
export interface FileTarget {
  readonly folder: Folder;
  readonly name: string;
  /** As the model reads it. */
  readonly path: string;
  /** The file that is replaced, undefined for a new one. */
  readonly before: Stats | undefined;
}

/**
 * Writes a whole file: into a new file in the same folder, which then takes the name. A reader, or
 * a crash, finds the old content or the new one. Neither the new file nor the name can be a link
 * that leads elsewhere.
 *
 * @throws {ModelRetry} if the file was changed by another program since `before`
 * @throws {ToolFailed} if a file that must be new exists
 */
export async function writeBytes(target: FileTarget, bytes: Buffer, settings: WriteSettings): Promise<void> {
  commitBytes(target, await stageBytes(target, bytes, settings));
}

/** How a file is written. */
export interface WriteSettings {
  readonly options: FileOptions;
  readonly run: RunContext<never>;
  /** Whether it takes back a change, which also happens after the call was cancelled. */
  readonly isUndo?: boolean;
}

/**
 * Writes the new file of `writeBytes`.
 *
 * @returns its temporary name, for `commitBytes` or `dropStaged`
 */
export async function stageBytes(
  { folder, before }: FileTarget,
  bytes: Buffer,
  { options, run, isUndo = false }: WriteSettings,
): Promise<string> {
  const signal = isUndo ? new AbortController().signal : run.signal;
  const temporary = `.${randomUUID()}.haft-tmp`;
  const descriptor = openSync(folder.at(temporary), CREATE, 0o666);
  try {
    try {
      if (bytes.length <= SMALL_FILE) writeFileSync(descriptor, bytes);
      else await writeLarge(descriptor, bytes, signal);
      if (before !== undefined) fchmodSync(descriptor, before.mode & 0o777);
      if (options.fsync) await syncFile(descriptor);
    } finally {
      closeSync(descriptor);
    }
    signal.throwIfAborted();
    return temporary;
  } catch (error) {
    dropStaged(folder, temporary);
    throw error;
  }
}

/** Gives a new file its name, as `writeBytes` does. */
export function commitBytes(target: FileTarget, temporary: string): void {
  const { folder, name, before } = target;
  try {
    requireUnchanged(target);
    if (before === undefined) giveName(target, temporary);
    else renameSync(folder.at(temporary), folder.at(name));
  } catch (error) {
    dropStaged(folder, temporary);
    throw error;
  }
}

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (FLAGS['O_NOFOLLOW'] ?? 0);

/** Bytes between two looks at the signal. */
const CHUNK = 1_048_576;

async function writeLarge(descriptor: number, bytes: Buffer, signal: AbortSignal): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    signal.throwIfAborted();
    const { bytesWritten } = await writeAt(descriptor, bytes, done, Math.min(CHUNK, bytes.length - done), done);
    done += bytesWritten;
  }
}

function requireUnchanged({ folder, name, path, before }: FileTarget): void {
  if (before === undefined) return;
  const now = folder.look(name);
  const isSame = now?.ino === before.ino && now.mtimeMs === before.mtimeMs && now.size === before.size;
  if (!isSame) throw new ModelRetry(`${path} was changed by another program. Read it again before you change it.`);
}

/** Takes a free name, and never replaces a file that another program makes meanwhile. */
function giveName({ folder, name, path }: FileTarget, temporary: string): void {
  try {
    linkSync(folder.at(temporary), folder.at(name));
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new ToolFailed(`${path} exists already.`);
    // Some file systems have no hard links.
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS')) throw error;
    renameSync(folder.at(temporary), folder.at(name));
    return;
  }
  dropStaged(folder, temporary);
}

/** Removes a file that `stageBytes` wrote. */
export function dropStaged(folder: Folder, name: string): void {
  try {
    unlinkSync(folder.at(name));
  } catch {
    // It has its name already, or its folder is gone.
  }
}
