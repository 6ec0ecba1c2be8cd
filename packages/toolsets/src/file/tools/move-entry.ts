import { linkSync, renameSync, unlinkSync } from 'node:fs';
import { ModelRetry, ToolFailed, type RunContext } from '@haft/core';
import { hasCode, type Folder } from '../beneath/folder.js';
import { requireFree } from '../tree/require-free.js';
import { Turns } from '../../turns.js';
import type { Place, Workspace } from '../workspace.js';

/** A file or folder that was moved. */
export interface MovedEntry {
  from: string;
  to: string;
  /** Whether something else was replaced. */
  replaced: boolean;
}

/** Moves or renames a file or a folder. A link is moved itself. */
export async function moveEntry(
  workspace: Workspace,
  { from, to, overwrite }: { readonly from: string; readonly to: string; readonly overwrite: boolean },
  run: RunContext<never>,
): Promise<MovedEntry> {
  const source = workspace.findToChange(from);
  const target = workspace.findToChange(to);
  if (source.path === target.path) throw new ModelRetry('from and to are the same.');
  if (target.path.startsWith(`${source.path}/`)) throw new ModelRetry(`${source.path} cannot be moved into itself.`);
  return workspace.inFolder(source, { run }, async (fromFolder, fromName) => {
    const entry = fromFolder.pin(fromName);
    if (entry === undefined) throw workspace.missing(source, fromFolder, run);
    entry.close();
    if (entry.stats.isDirectory()) await requireMovable(workspace, { source, target, folder: fromFolder, run });
    return workspace.inFolder(target, { run, create: true }, (toFolder, toName) => {
      const replaced = requireTarget({ workspace, target, overwrite }, { folder: toFolder, name: toName });
      const isFile = entry.stats.isFile() || entry.stats.isSymbolicLink();
      const places = { from: fromFolder.at(fromName), to: toFolder.at(toName) };
      if (isFile && !replaced) takeFreeName(places, target);
      else rename(places, { source, target });
      workspace.removed.add(source, run, target.path);
      return { from: source.path, to: target.path, replaced };
    });
  });
}

interface MovedFolder {
  readonly source: Place;
  readonly target: Place;
  /** The folder that it is in. */
  readonly folder: Folder;
  readonly run: RunContext<never>;
}

async function requireMovable(workspace: Workspace, { source, target, folder, run }: MovedFolder): Promise<void> {
  const inner = folder.enter(source.names.at(-1) ?? '');
  const isForbidden = (names: readonly string[]): boolean => workspace.isDenied(names) || workspace.isProtected(names);
  try {
    const at = { path: source.path, names: source.names, turns: new Turns(run.signal) };
    await requireFree(inner, at, (names) => {
      const moved = [...target.names, ...names.slice(source.names.length)];
      return isForbidden(names) || isForbidden(moved);
    });
  } finally {
    inner.close();
  }
}

/** Returns whether there is something to replace. */
function requireTarget(
  { target, overwrite }: { readonly workspace: Workspace; readonly target: Place; readonly overwrite: boolean },
  { folder, name }: { readonly folder: Folder; readonly name: string },
): boolean {
  const entry = folder.pin(name);
  entry?.close();
  if (entry === undefined) return false;
  if (!overwrite) throw new ModelRetry(`${target.path} exists already; set overwrite.`);
  if (entry.stats.isDirectory()) throw new ToolFailed(`${target.path} is a directory, which is not replaced.`);
  return true;
}

interface Places {
  readonly from: string;
  readonly to: string;
}

/** Gives a file a second name that is free, then takes away the first. Replaces no other file. */
function takeFreeName(places: Places, target: Place): void {
  try {
    linkSync(places.from, places.to);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new ModelRetry(`${target.path} exists already; set overwrite.`);
    if (hasCode(error, 'EXDEV')) throw otherDisk(target);
    // Some file systems have no hard links.
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS')) throw error;
    renameSync(places.from, places.to);
    return;
  }
  unlinkSync(places.from);
}

function rename(places: Places, { source, target }: { readonly source: Place; readonly target: Place }): void {
  try {
    renameSync(places.from, places.to);
  } catch (error) {
    if (hasCode(error, 'EXDEV')) throw otherDisk(target);
    if (hasCode(error, 'EISDIR', 'ENOTDIR')) {
      throw new ToolFailed(`${source.path} is a directory and ${target.path} is not.`);
    }
    if (hasCode(error, 'EINVAL')) throw new ModelRetry(`${source.path} cannot be moved into itself.`);
    throw error;
  }
}

function otherDisk({ path }: Place): ToolFailed {
  return new ToolFailed(`${path} is on another disk. Write the file there, then delete this one.`);
}
