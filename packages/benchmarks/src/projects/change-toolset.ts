import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Changes the first toolset of a generated project: a new description each time, also if a suite
 * runs again.
 */
export function changeToolset(folder: string): void {
  const file = join(folder, 'src', 'subject0.toolset.ts');
  const source = readFileSync(file, 'utf8');
  const changed = source.replace(/Reads(?:, edition (\d+),)? one/, (_, edition = '0') => {
    return `Reads, edition ${Number(edition) + 1}, one`;
  });
  if (changed === source) throw new Error(`There was nothing to change in ${file}.`);
  writeFileSync(file, changed);
}
