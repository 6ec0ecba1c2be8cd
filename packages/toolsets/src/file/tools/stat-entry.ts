import type { RunContext } from '@haft/core';
import { openRoot, type RootPlace } from '../beneath/open-below.js';
import { entryOf, type Entry } from '../entry.js';
import type { Workspace } from '../workspace.js';

/** A file or a folder, and when it was changed. */
export interface EntryFacts extends Entry {
  /** Time of the last change of its content. */
  modified: Date;
}

/** Returns the facts of a path. Opens no file. */
export async function statEntry(workspace: Workspace, path: string, run: RunContext<never>): Promise<EntryFacts> {
  const place = workspace.find(path);
  if (place === undefined) return { path: '.', type: 'directory', size: 0, modified: newestRoot(workspace) };
  if (place.names.length === 0) {
    return { path: place.path, type: 'directory', size: 0, modified: changeOf(place.root) };
  }
  return workspace.inFolder(place, { run }, (folder, name) => {
    const entry = folder.pin(name);
    if (entry === undefined) throw workspace.missing(place, folder, run);
    entry.close();
    return { ...entryOf(place.path, entry.stats), modified: entry.stats.mtime };
  });
}

function newestRoot({ options }: Workspace): Date {
  const changes = [...options.roots.values()].map((root) => changeOf(root).getTime());
  return new Date(Math.max(...changes));
}

function changeOf(root: RootPlace): Date {
  const folder = openRoot(root);
  try {
    return folder.stats().mtime;
  } finally {
    folder.close();
  }
}
