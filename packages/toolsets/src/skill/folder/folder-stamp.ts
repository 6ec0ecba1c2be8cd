import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../../file/beneath/folder.js';
import { MOST_FILES } from '../valid-skill.js';

/** The facts of a folder and all that is in it, as the file system tells them. */
export interface FolderStamp {
  readonly paths: readonly string[];
  /** The facts of each path: which file it is, its size, and when it has changed. */
  readonly facts: string;
}

/**
 * Reads the stamp of a folder. Follows no link.
 *
 * @returns undefined if there is no such folder, it has too many files, or it has changed so
 *   recently that another change may look the same
 */
export function folderStamp(folder: string): FolderStamp | undefined {
  const paths: string[] = [];
  const facts: string[] = [];
  const before = Date.now() - COARSE_MS;
  const add = (path: string): boolean => {
    const stats = lstatSync(path);
    if (stats.ctimeMs > before || paths.length > MOST_PATHS) return false;
    paths.push(path);
    facts.push(factsOf(stats));
    return !stats.isDirectory() || readdirSync(path).every((name) => add(join(path, name)));
  };
  try {
    return add(folder) ? { paths, facts: facts.join() } : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return undefined;
    throw error;
  }
}

/** Returns whether a folder is as it was when its stamp was read. Opens nothing. */
export function hasStamp({ paths, facts }: FolderStamp): boolean {
  try {
    // A folder changes its own time when an entry comes or goes.
    return paths.map((path) => factsOf(lstatSync(path))).join() === facts;
  } catch {
    return false;
  }
}

/** A program can set the time of the last write, but not that of the last change (`ctime`). */
function factsOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${String(dev)} ${String(ino)} ${String(size)} ${String(mtimeMs)} ${String(ctimeMs)}`;
}

/** Some file systems count in steps of up to two seconds. */
const COARSE_MS = 2_500;
/** Files, and folders of them. */
const MOST_PATHS = 2 * MOST_FILES;
