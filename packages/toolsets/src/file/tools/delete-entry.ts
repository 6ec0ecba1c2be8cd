import { rmdirSync, unlinkSync } from 'node:fs';
import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
import type { Folder } from '../beneath/folder.js';
import { RemovedEntry, type Place, type Workspace } from '../workspace.js';

/** Entries that one call deletes. */
const MOST_ENTRIES = 1_000;
/** Folders in folders that one call deletes. */
const DEEPEST = 100;

/** The number of deleted entries. */
export interface DeletedEntries {
  path: string;
  /** Number of files, links and folders. */
  deleted: number;
}

/**
 * Deletes a file or a folder. A link is deleted itself. Deletes nothing if an earlier call of the
 * run deleted it: models send such calls together.
 */
export async function deleteEntry(
  workspace: Workspace,
  { path, recursive }: { readonly path: string; readonly recursive: boolean },
  run: RunContext<never>,
): Promise<DeletedEntries> {
  const place = workspace.findToChange(path);
  try {
    const done = await deleteAt(workspace, place, { recursive, run });
    workspace.removed.add(place, run);
    return done;
  } catch (error) {
    if (error instanceof RemovedEntry && error.to === undefined) return { path: place.path, deleted: 0 };
    throw error;
  }
}

function deleteAt(
  workspace: Workspace,
  place: Place,
  { recursive, run }: { readonly recursive: boolean; readonly run: RunContext<never> },
): Promise<DeletedEntries> {
  return workspace.inFolder(place, { run }, (folder, name) => {
    const entry = folder.pin(name);
    if (entry === undefined) throw workspace.missing(place, folder, run);
    entry.close();
    if (!entry.stats.isDirectory()) {
      unlinkSync(folder.at(name));
      return { path: place.path, deleted: 1 };
    }
    const inner = folder.enter(name);
    try {
      const forbidden = (names: readonly string[]): boolean =>
        workspace.isDenied(names) || workspace.isProtected(names);
      const inside = countBelow(inner, { path: place.path, names: place.names, forbidden, left: MOST_ENTRIES });
      if (inside > 0 && !recursive) throw new ModelRetry(`${place.path} is not empty; set recursive.`);
      const deleted = deleteBelow(inner, DEEPEST);
      rmdirSync(folder.at(name));
      return { path: place.path, deleted: deleted + 1 };
    } finally {
      inner.close();
    }
  });
}

interface Count {
  /** As the model reads it. */
  readonly path: string;
  readonly names: readonly string[];
  readonly forbidden: (names: readonly string[]) => boolean;
  readonly left: number;
}

/** Counts before anything is deleted, so that a call deletes everything or nothing. */
function countBelow(folder: Folder, { path, names, forbidden, left }: Count): number {
  let count = 0;
  for (const entry of folder.entries()) {
    const inner = [...names, entry.name];
    if (forbidden(inner)) throw new ToolFailed(`${path} has protected files, so it cannot be deleted.`);
    if (++count > left || inner.length > DEEPEST) {
      throw new ToolFailed(`${path} has more than ${MOST_ENTRIES} entries. Delete its folders one by one.`);
    }
    if (!entry.isDirectory()) continue;
    const next = folder.enter(entry.name);
    try {
      count += countBelow(next, { path, names: inner, forbidden, left: left - count });
    } finally {
      next.close();
    }
  }
  return count;
}

function deleteBelow(folder: Folder, depth: number): number {
  let deleted = 0;
  for (const entry of folder.entries()) {
    if (entry.isDirectory() && depth > 0) {
      const inner = folder.enter(entry.name);
      try {
        deleted += deleteBelow(inner, depth - 1);
      } finally {
        inner.close();
      }
      rmdirSync(folder.at(entry.name));
    } else unlinkSync(folder.at(entry.name));
    deleted++;
  }
  return deleted;
}
