import { fstatSync, lstatSync } from 'node:fs';
import { identityOf } from './descriptor-folder.js';
import { hasCode, type Folder } from './folder.js';

/** Times of the file system may be this much behind the clock, in milliseconds. */
const COARSEST_TICK_MS = 50;
/** Rounds for a file that was changed just now. */
const ROUNDS = 20;

/**
 * Returns whether an open file has one name, the one under which it was opened. A file with another
 * name may be a hard link to a file outside of the root.
 *
 * The count of names alone proves nothing: it is 1 again as soon as the name inside is taken away.
 * If the count is 1, and the system shows afterwards that the name was never taken away, the only
 * name is inside. If the system cannot tell, nothing may have changed since before the file was
 * opened. If the file changed just now, its time cannot prove that. Then both the name and the
 * count must be right in many rounds.
 *
 * @param descriptor - the open file
 * @param folder - where it was opened
 * @param name - its name in the folder
 * @param openedAt - a time before it was opened, in milliseconds since the epoch
 */
export function hasOneName(descriptor: number, folder: Folder, name: string, openedAt: number): boolean {
  if (fstatSync(descriptor).nlink !== 1) return false;
  // Behind the count: a name that is there now was there when the count was 1.
  if (folder.showsName(descriptor, name)) return true;
  const path = folder.at(name);
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
