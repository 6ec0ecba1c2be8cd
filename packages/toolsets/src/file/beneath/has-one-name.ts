import { fstatSync, lstatSync } from 'node:fs';
import { identityOf } from './descriptor-folder.js';
import { hasCode } from './folder.js';

/** Times of the file system may be this much behind the clock, in milliseconds. */
const COARSEST_TICK_MS = 50;
/** Rounds for a file that was changed just now. */
const ROUNDS = 20;

/**
 * Returns whether an open file has one name, the one under which it was opened. A file with another
 * name may be a hard link to a file outside of the root.
 *
 * The count of names alone proves nothing: it is 1 again as soon as the name inside is taken away.
 * If the file has the name, its count is 1, and nothing changed since before it was opened, the
 * only name is inside. If the file changed just now, its time cannot prove that. Then both must
 * hold in many rounds.
 *
 * @param descriptor - the open file
 * @param path - its name, see `Folder.at`
 * @param openedAt - a time before it was opened, in milliseconds since the epoch
 */
export function hasOneName(descriptor: number, path: string, openedAt: number): boolean {
  for (let round = 0; round < ROUNDS; round++) {
    const named = identityAt(path);
    // Behind the look at the name, so that a name that is taken away meanwhile is missed nowhere.
    const stats = fstatSync(descriptor);
    if (stats.nlink !== 1 || named !== identityOf(stats)) return false;
    if (stats.ctimeMs < openedAt - COARSEST_TICK_MS) return true;
  }
  return true;
}

function identityAt(path: string): string | undefined {
  try {
    return identityOf(lstatSync(path));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
