import type { RunContext } from '@haft/core';
import { hasCode, type Folder } from '../beneath/folder.js';
import { entryOf, type Entry } from '../entry.js';
import { patternTest } from '../tree/pattern-test.js';
import { rulesAt } from '../tree/rules-at.js';
import { Turns } from '../tree/turns.js';
import { walkTree, type TreeEntry } from '../tree/walk-tree.js';
import type { Workspace } from '../workspace.js';

/** Entries of a folder. */
export interface EntryList {
  /** Sorted by path, each folder before its entries. */
  entries: Entry[];
  /** Whether there are more entries than the limit. */
  truncated: boolean;
}

/** Which entries are listed. */
export interface ListQuery {
  readonly path: string;
  readonly depth: number;
  readonly pattern: string | undefined;
  readonly limit: number;
}

/** Entries that are reported at a time. */
const BATCH = 200;

/**
 * Lists the entries of a folder.
 *
 * @yields entries as they are found, each once
 */
export async function* listEntries(
  workspace: Workspace,
  { path, depth, pattern, limit }: ListQuery,
  run: RunContext<never>,
): AsyncGenerator<Entry[], EntryList> {
  const place = workspace.find(path);
  const matches = patternTest(pattern);
  if (place === undefined) return rootList(workspace);
  const turns = new Turns(run.signal);
  const rules = rulesAt(workspace, place);
  const folder = workspace.openFolder(place, run);
  const entries: Entry[] = [];
  let reported = 0;
  try {
    const isDenied = (names: readonly string[]): boolean => workspace.isDenied(names);
    for (const one of walkTree(folder, { names: place.names, depth, rules, isDenied })) {
      if (turns.isOver) await turns.pass();
      if (!matches(one.names.slice(place.names.length))) continue;
      const entry = factsOf(one, place.root.name);
      if (entry === undefined) continue;
      if (entries.length === limit) return { entries, truncated: true };
      entries.push(entry);
      if (entries.length - reported < BATCH) continue;
      yield entries.slice(reported);
      reported = entries.length;
    }
    return { entries, truncated: false };
  } finally {
    folder.close();
  }
}

function rootList({ options }: Workspace): EntryList {
  const names = [...options.roots.keys()].sort();
  return { entries: names.map((name) => ({ path: name, type: 'directory', size: 0 })), truncated: false };
}

function factsOf({ folder, entry, names }: TreeEntry, root: string): Entry | undefined {
  const path = [...(root === '' ? [] : [root]), ...names].join('/');
  if (entry.isDirectory()) return { path, type: 'directory', size: 0 };
  if (!entry.isFile()) return { path, type: entry.isSymbolicLink() ? 'link' : 'other', size: 0 };
  const pinned = pinIfThere(folder, entry.name);
  pinned?.close();
  return pinned && entryOf(path, pinned.stats);
}

/** A file may be gone since its folder was read. */
function pinIfThere(folder: Folder, name: string): ReturnType<Folder['pin']> {
  try {
    return folder.pin(name);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'ENAMETOOLONG')) return undefined;
    throw error;
  }
}
