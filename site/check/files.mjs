import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes, gzipped: a phone loads the index with the first search. */
const LARGEST_INDEX = 300_000;

/** Checks the files for coding agents, and the size of the search index. */
export function checkFiles(folder, fault) {
  const files = readdirSync(folder, { recursive: true });
  for (const page of files.filter((name) => name.endsWith('.html') && name !== '404.html')) {
    const markdown = page.replace(/html$/, 'md');
    if (!existsSync(join(folder, markdown))) fault(`${page} has no Markdown next to it`);
  }
  for (const name of ['llms.txt', 'llms-full.txt']) if (!existsSync(join(folder, name))) fault(`${name} is missing`);
  for (const [, link] of readFileSync(join(folder, 'llms.txt'), 'utf8').matchAll(/\]\(([^)#]+)/g))
    if (!existsSync(join(folder, link))) fault(`llms.txt links to ${link}`);
  const index = files.find((name) => /@localSearchIndexroot/.test(name));
  const size = gzipSync(readFileSync(join(folder, index))).length;
  if (size > LARGEST_INDEX) fault(`the search index has ${size} bytes, gzipped`);
  return `a search index of ${Math.round(size / 1000)} kB`;
}
