/** The last change of each file that this process makes now. Empty between changes. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs one change of a file after the other: two calls of one batch that read, change and write the
 * same file would lose one of the changes.
 *
 * @param file - the same for one file in all toolsets of the process
 */
export async function inTurn<Result>(file: string, change: () => Promise<Result>): Promise<Result> {
  const before = last.get(file);
  const own = (before ?? Promise.resolve()).then(change, change);
  last.set(file, own);
  try {
    return await own;
  } finally {
    if (last.get(file) === own) last.delete(file);
  }
}
