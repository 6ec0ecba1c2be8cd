import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Returns the paths of the Markdown pages in a folder, from there, with slashes. */
export function markdownBeneath(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
