import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Projects that share one folder of packages, times their options: more than this are not built any more. */
const MOST_ENTRIES = 200;

/** Keeps the newest entries of a cache: what a project leaves that is gone, or renamed, would stay for ever. Costs one look at a folder. */
export function dropOldEntries(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MOST_ENTRIES) return;
  const written = names.map((name) => {
    const file = path.join(folder, name);
    return { file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  written.sort((a, b) => b.time - a.time);
  // With room for new ones, so that not every build sorts them.
  for (const { file } of written.slice(MOST_ENTRIES / 2)) rmSync(file, { force: true, recursive: true });
}
