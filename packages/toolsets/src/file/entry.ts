import type { Stats } from 'node:fs';

/** Kinds of entries of a folder. */
export type EntryType = 'file' | 'directory' | 'link' | 'other';

/** A file or a folder. */
export interface Entry {
  /** Path relative to the workspace. */
  path: string;
  /** Its kind. A link is never followed. */
  type: EntryType;
  /** Bytes of a file, else 0. */
  size: number;
  /** Time of the last change of its content, if times were asked for. */
  modified?: Date;
}

/** Returns the entry that is shown for a path. */
export function entryOf(path: string, stats: Stats, times: boolean): Entry {
  const size = stats.isFile() ? stats.size : 0;
  return { path, type: entryType(stats), size, ...(times && { modified: stats.mtime }) };
}

/** Returns the kind of an entry. */
export function entryType(stats: Stats): EntryType {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'directory';
  return stats.isFile() ? 'file' : 'other';
}
