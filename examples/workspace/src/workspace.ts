import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { appendFile, lstat, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix, win32 } from 'node:path';
import { ModelRetry, ToolFailed } from 'haft';
import { EntryType, type Entry } from './entry.js';
import type { WorkspaceRoot } from './workspace-root.js';
import type { WriteMode } from './write-file.dto.js';

/**
 * The files below one folder. No path leaves it: absolute paths and `..` beyond the root are
 * rejected, and links are listed but never followed. (The check and the use of a path are two steps
 * here. If other programs change the workspace at the same time, you need the race-free walk of a
 * real file toolset.)
 */
export class Workspace {
  constructor(private readonly root: WorkspaceRoot) {}

  async stat(path: string): Promise<Entry & { modified: Date }> {
    const place = await this.placeOf(path);
    const stats = await statsOf(place);
    if (stats === undefined) throw missing(path);
    return { ...entryOf(relativePath(path), stats), modified: stats.mtime };
  }

  async readText(path: string, signal: AbortSignal): Promise<string> {
    const { type, size } = await this.stat(path);
    if (type !== EntryType.File) throw new ModelRetry(`${path} is a ${type}, not a file.`);
    const bytes = await readFile(await this.placeOf(path), { signal });
    if (bytes.includes(0)) throw new ToolFailed(`${path} is not a text file (${String(size)} bytes).`);
    return bytes.toString('utf8');
  }

  async write(path: string, content: string, mode: WriteMode): Promise<{ bytes: number; created: boolean }> {
    const place = await this.placeOf(path);
    const before = await statsOf(place);
    // #region failed
    if (before !== undefined && mode === 'create') throw new ToolFailed(`${path} exists already.`);
    // #endregion failed
    if (before?.isFile() === false) throw new ModelRetry(`${path} is a ${typeOf(before)}, not a file.`);
    await mkdir(dirname(place), { recursive: true });
    if (mode === 'append') await appendFile(place, content);
    else await replaceFile(place, content);
    return { bytes: Buffer.byteLength(content), created: before === undefined };
  }

  async list(path: string, depth: number): Promise<Entry[]> {
    const { type } = await this.stat(path);
    if (type !== EntryType.Directory) throw new ModelRetry(`${path} is a ${type}, not a directory.`);
    const place = await this.placeOf(path);
    const names = (await readdir(place)).filter((name) => !IGNORED.has(name)).sort();
    const entries: Entry[] = [];
    for (const name of names) {
      const entry = entryOf(posix.join(relativePath(path), name), await lstat(join(place, name)));
      entries.push(entry);
      if (entry.type === EntryType.Directory && depth > 1) entries.push(...(await this.list(entry.path, depth - 1)));
    }
    return entries;
  }

  /** @returns how many files and folders are gone */
  async delete(path: string, recursive: boolean): Promise<number> {
    if (relativePath(path) === '.') throw new ToolFailed('The workspace itself cannot be deleted.');
    const { type } = await this.stat(path);
    const place = await this.placeOf(path);
    const inside = type === EntryType.Directory ? await readdir(place, { recursive: true }) : [];
    if (inside.length > 0 && !recursive) throw new ModelRetry(`${path} is not empty; set recursive.`);
    await rm(place, { recursive: true });
    return inside.length + 1;
  }

  /**
   * Returns the place of a path on the disk. The target need not exist, but no folder in the path
   * is a link.
   */
  private async placeOf(path: string): Promise<string> {
    if (posix.isAbsolute(path) || win32.isAbsolute(path))
      throw new ModelRetry(`Absolute paths are not allowed: ${path}`);
    const parts = relativePath(path).split('/');
    if (parts[0] === '..') throw new ModelRetry(`The path leaves the workspace: ${path}`);
    let place = this.root.path;
    for (const folder of parts.slice(0, -1)) {
      place = join(place, folder);
      if ((await statsOf(place))?.isSymbolicLink()) throw new ModelRetry(`The path leaves the workspace: ${path}`);
    }
    return join(place, parts.at(-1) ?? '.');
  }
}

const IGNORED = new Set(['.git', 'node_modules']);

/**
 * Returns a normalised path: `notes//./a.md/` becomes `notes/a.md`, the root becomes `.`. Both
 * kinds of slashes separate.
 */
function relativePath(path: string): string {
  return posix.join('.', path.replaceAll('\\', '/')).replace(/(?<=.)\/$/, '');
}

async function statsOf(place: string): Promise<Stats | undefined> {
  try {
    return await lstat(place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

// #region missing
function missing(path: string): ModelRetry {
  return new ModelRetry(`There is no ${path}. Call file_list to see what exists.`);
}
// #endregion missing

function entryOf(path: string, stats: Stats): Entry {
  return { path, type: typeOf(stats), size: stats.isFile() ? stats.size : 0 };
}

function typeOf(stats: Stats): EntryType {
  if (stats.isSymbolicLink()) return EntryType.Link;
  if (stats.isDirectory()) return EntryType.Directory;
  return stats.isFile() ? EntryType.File : EntryType.Other;
}

/** The file has its old text or its new one, never half of it. */
async function replaceFile(place: string, content: string): Promise<void> {
  const beside = `${place}.${randomUUID()}`;
  await writeFile(beside, content, { flag: 'wx' });
  await rename(beside, place);
}
