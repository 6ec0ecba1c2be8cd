import { ToolFailed } from '@haft/core';
import type { Folder } from '../beneath/folder.js';
import type { Turns } from '../../turns.js';
import { walkTree } from './walk-tree.js';

/** Entries that are looked at before a folder moves. */
const MOST_ENTRIES = 100_000;

/**
 * Checks that the settings hide and protect nothing in a folder that moves, at its old path and at
 * its new one.
 *
 * @throws {ToolFailed} if something is, or if there are too many entries
 */
export async function requireFree(
  folder: Folder,
  at: { readonly path: string; readonly names: readonly string[]; readonly turns: Turns },
  isForbidden: (names: readonly string[]) => boolean,
): Promise<void> {
  let count = 0;
  for (const one of walkTree(folder, { names: at.names, depth: Infinity, isDenied: () => false })) {
    if (at.turns.isOver) await at.turns.pass();
    if (one === undefined) continue;
    if (isForbidden(one.names)) throw new ToolFailed(`${at.path} has protected files, so it cannot be moved there.`);
    if (++count > MOST_ENTRIES) throw new ToolFailed(`${at.path} has too many entries to be moved at once.`);
  }
}
