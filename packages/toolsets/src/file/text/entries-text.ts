import { oneLine } from '../../readable/one-line.js';
import type { Entry } from '../entry.js';
import type { EntryList } from '../tools/list-entries.js';
import { fittingLines } from './fitting-lines.js';

/** Lines that a model reads. */
const MOST_LINES = 1_000;

/**
 * Writes each folder with a line for each of its entries below it. Folders end in `/`, and files
 * have their size.
 */
export function entriesText({ entries, truncated }: EntryList, { path }: { path: string }, characters: number): string {
  if (entries.length === 0) return /[*?[{]/.test(path) ? `Nothing matches ${path}.` : `${path} has no entries.`;
  const folders = new Map<string, Entry[]>();
  for (const entry of entries) {
    const folder = entry.path.split('/').slice(0, -1).join('/');
    const inside = folders.get(folder);
    if (inside === undefined) folders.set(folder, [entry]);
    else inside.push(entry);
  }
  const lines: string[] = [];
  const counts: number[] = [];
  let count = 0;
  const add = (line: string): void => {
    lines.push(line);
    counts.push(count);
  };
  for (const [folder, inside] of folders) {
    // A folder with entries has a line above them.
    const shown = inside.filter((entry) => !folders.has(entry.path));
    count += inside.length - shown.length;
    if (folder !== '' && shown.length > 0) add(`${oneLine(folder)}/`);
    for (const entry of shown) {
      count++;
      add((folder === '' ? '' : ' ') + lineOf(entry));
    }
  }
  const { text, shown } = fittingLines(lines, { lines: MOST_LINES, characters });
  if (shown < lines.length)
    return `${text}\n(${entries.length - (counts[shown - 1] ?? 0)} more. Use a narrower pattern.)`;
  return truncated ? `${text}\n(Not all levels. For more, list a folder or a pattern such as docs/**.)` : text;
}

function lineOf({ path, type, size, modified }: Entry): string {
  const name = oneLine(path.split('/').at(-1) ?? path);
  const time = modified === undefined ? '' : ` ${modified.toISOString().slice(0, 19)}Z`;
  if (type === 'directory') return `${name}/${time}`;
  return type === 'file' ? `${name} ${size}${time}` : `${name} (${type})${time}`;
}
