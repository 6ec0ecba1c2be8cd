// Moves the entries of `.changeset` into CHANGELOG.md, below the version of lerna.json. Lerna calls
// it between the new version and the commit (the script `version` of the root manifest).
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEVELS, readEntries } from './entries.mjs';

const root = process.argv[2] ?? join(import.meta.dirname, '../..');
const page = join(root, 'CHANGELOG.md');
const { version } = JSON.parse(readFileSync(join(root, 'lerna.json'), 'utf8'));

const entries = readEntries(root);
if (entries.length > 0) {
  const text = readFileSync(page, 'utf8');
  const newest = text.search(/^## /m);
  const [before, after] = newest === -1 ? [`${text}\n`, ''] : [text.slice(0, newest), text.slice(newest)];
  writeFileSync(page, `${before}${sectionOf(version, entries)}\n${after}`);
  for (const { file } of entries) rmSync(join(root, '.changeset', file));
}

function sectionOf(title, all) {
  const parts = Object.entries(LEVELS).map(([level, heading]) => {
    const items = all.filter((entry) => entry.level === level).map((entry) => wrap(`- ${entry.text}`));
    return items.length === 0 ? '' : `\n### ${heading}\n\n${items.join('\n')}\n`;
  });
  return `## ${title}\n${parts.join('')}`;
}

/** Breaks an item after at most 100 characters. */
function wrap(item) {
  const lines = [''];
  for (const word of item.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > 100) lines.push(` ${word}`);
    else lines.push(`${lines.pop()} ${word}`);
  }
  return lines.map((line, index) => (index === 0 ? line.trimStart() : ` ${line}`)).join('\n');
}
