import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** The most entries: projects that share one folder of packages, times their options. */
const MOST_ENTRIES = 200;

/**
 * Keeps the newest entries of a cache. Otherwise entries of removed or renamed projects would stay
 * for ever. Reads one folder.
 */
export function dropOldEntries(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= MOST_ENTRIES) return;
  const written = names.map((name) => {
    const file = path.join(folder, name);
    return { file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  written.sort((a, b) => b.time - a.time);
  // Deletes down to half, so that not every build sorts them.
  for (const { file } of written.slice(MOST_ENTRIES / 2)) rmSync(file, { force: true, recursive: true });
}
