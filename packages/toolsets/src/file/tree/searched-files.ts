import type { RunContext } from '@haft/core';
import type { Folder } from '../beneath/folder.js';
import { openQuietly } from '../beneath/open-below.js';
import type { Place, Workspace } from '../workspace.js';
import { rulesAt } from './rules-at.js';
import { RulesBelow } from './rules-below.js';
import { walkTree } from './walk-tree.js';

/** Where files are searched. */
export interface FileSearch {
  readonly workspace: Workspace;
  readonly place: Place;
  /** Tells by the names from the root on whether a file is searched. */
  readonly takes: (names: readonly string[]) => boolean;
  readonly run: RunContext<never>;
}

/** A file to search. */
export interface SearchedFile {
  /** Open until the next file is asked for. */
  readonly folder: Folder;
  readonly name: string;
  /** From the root on. */
  readonly names: readonly string[];
  /** As the model reads it. */
  readonly path: string;
}

/**
 * Visits the files of a place: a file, or the files below a folder, sorted.
 *
 * @yields `undefined` for an entry that is not searched, so that the reader can let other work run
 */
export function* filesBelow({ workspace, place, takes, run }: FileSearch): Generator<SearchedFile | undefined, void> {
  const only = fileAt(workspace, place, run);
  if (only !== undefined) {
    try {
      if (takes(only.names)) yield only;
    } finally {
      only.folder.close();
    }
    return;
  }
  const isDenied = (names: readonly string[]): boolean => workspace.isDenied(names);
  const rules = rulesAt(workspace, place);
  const start = workspace.openFolder(place, run);
  try {
    for (const one of walkTree(start, { names: place.names, depth: Infinity, rules, isDenied })) {
      const isSearched = one?.entry.isFile() === true && takes(one.names);
      yield isSearched ? { ...one, name: one.entry.name, path: shownPath(place, one.names) } : undefined;
    }
  } finally {
    start.close();
  }
}

/**
 * Visits files that another program named. Opens each from the root on, as if a model had named it:
 * a name that leads out, or that a walk does not visit, is left out.
 *
 * @param files - names from the root on
 * @yields `undefined` for a file that is not searched
 */
export function* filesNamed(
  { workspace, place, takes }: FileSearch,
  files: readonly (readonly string[])[],
): Generator<SearchedFile | undefined, void> {
  const rules = new RulesBelow(workspace, place);
  for (const names of files) {
    const isHidden = workspace.isDenied(names) || !takes(names) || rules.ignores(names);
    const folder = isHidden ? undefined : openQuietly(place.root, names.slice(0, -1));
    if (folder === undefined) {
      yield undefined;
      continue;
    }
    try {
      yield { folder, name: names.at(-1) ?? '', names, path: shownPath(place, names) };
    } finally {
      folder.close();
    }
  }
}

/** Returns the file of a place with its folder, or undefined for a folder. */
function fileAt(workspace: Workspace, place: Place, run: RunContext<never>): SearchedFile | undefined {
  const name = place.names.at(-1);
  if (name === undefined) return undefined;
  const folder = workspace.openParent(place, run);
  let keep = false;
  try {
    const entry = folder.pin(name);
    if (entry === undefined) throw workspace.missing(place, folder, run);
    entry.close();
    if (entry.stats.isSymbolicLink()) throw workspace.linked(place, folder);
    keep = !entry.stats.isDirectory();
    return keep ? { folder, name, names: place.names, path: place.path } : undefined;
  } finally {
    if (!keep) folder.close();
  }
}

function shownPath({ root }: Place, names: readonly string[]): string {
  return [...(root.name === '' ? [] : [root.name]), ...names].join('/');
}
