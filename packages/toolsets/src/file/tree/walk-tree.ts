import type { Dirent } from 'node:fs';
import { hasCode, type Folder } from '../beneath/folder.js';
import type { IgnoreRules } from './ignore-rules.js';

/** Folders in folders that are looked into. */
const DEEPEST = 64;

/** An entry of a tree. */
export interface TreeEntry {
  /** The open folder that the entry is in. Open until the next entry. */
  readonly folder: Folder;
  readonly entry: Dirent;
  /** From the root on. */
  readonly names: readonly string[];
}

/** Options of a walk. */
export interface TreeOptions {
  /** The names of the folder in which the walk begins. */
  readonly names: readonly string[];
  /** Levels of folders. */
  readonly depth: number;
  /** Undefined: only `isDenied` hides entries. */
  readonly rules?: IgnoreRules | undefined;
  readonly isDenied: (names: readonly string[]) => boolean;
}

/**
 * Visits the entries below a folder, sorted by name, each folder before its entries. Follows no
 * link. Does not close the folder that it begins with.
 *
 * @yields `undefined` for a hidden entry, so that the reader can let other work run
 */
export function* walkTree(folder: Folder, options: TreeOptions): Generator<TreeEntry | undefined, void> {
  const { names: outer, depth, isDenied } = options;
  const rules = options.rules?.within(folder, outer.length);
  const entries = folder.entries().sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const names = [...outer, entry.name];
    const isFolder = entry.isDirectory();
    if (isTemporary(entry.name) || rules?.ignores(names, isFolder) === true || isDenied(names)) {
      yield undefined;
      continue;
    }
    yield { folder, entry, names };
    if (!isFolder || depth <= 1 || names.length >= DEEPEST) continue;
    const inner = enter(folder, entry.name);
    if (inner === undefined) continue;
    try {
      yield* walkTree(inner, { ...options, names, depth: depth - 1, rules });
    } finally {
      inner.close();
    }
  }
}

/** Returns whether a name is of a file that `writeBytes` is writing, or did not finish. */
export function isTemporary(name: string): boolean {
  return name.endsWith('.haft-tmp');
}

/** Other programs change the tree during the walk, and some folders are closed to this one. */
function enter(folder: Folder, name: string): Folder | undefined {
  try {
    return folder.enter(name);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM')) return undefined;
    throw error;
  }
}
