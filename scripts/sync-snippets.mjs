// Copies code from files that are compiled and run into the Markdown pages, so that every page
// shows working code. A page marks the place, and the script replaces the fenced block after it:
//
//   <!-- snippet: examples/workspace/src/main.ts#loop -->
//
//   ```ts
//   ```
//
// The part after `#` is a region of the file (`// #region loop` ... `// #endregion loop`). Without
// it, the snippet is the whole file without the marks of regions. `node scripts/sync-snippets.mjs`
// writes the pages. With `--check`, it fails if a page would change.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { markdownBeneath } from './markdown-beneath.mjs';

const root = resolve(import.meta.dirname, '..');
const check = process.argv.includes('--check');
const MARK = /(<!-- snippet: (\S+?)(?:#(\S+))? -->)\n(?:\n?```[^\n]*\n(?:[^]*?\n)??```\n)?/g;
const REGION_LINE = /^\s*\/\/ #(end)?region\b.*\n?/gm;

const pages = ['README.md', 'site/index.md', ...markdownBeneath(join(root, 'docs')).map((page) => `docs/${page}`)];
const changed = pages.filter((page) => !sync(page));
if (check && changed.length > 0) {
  console.error(
    `These pages show other code than their sources; run \`node scripts/sync-snippets.mjs\`:\n  ${changed.join('\n  ')}`,
  );
  process.exitCode = 1;
}

/** Syncs a page. Returns whether it was already up to date. */
function sync(page) {
  const before = readFileSync(join(root, page), 'utf8');
  const after = before.replaceAll(MARK, (_all, mark, path, region) => {
    const code = snippet(page, path, region);
    return `${mark}\n\n\`\`\`${extname(path).slice(1)}\n${code}\n\`\`\`\n`;
  });
  if (after !== before && !check) writeFileSync(join(root, page), after);
  return after === before;
}

function snippet(page, path, region) {
  const file = join(root, path);
  if (!existsSync(file)) throw new Error(`${page} shows ${path}, which does not exist.`);
  const text = readFileSync(file, 'utf8');
  return dedented(
    (region === undefined ? text : regionOf(text, region, `${path}, shown by ${page}`)).replace(REGION_LINE, ''),
  );
}

function regionOf(text, region, where) {
  const found = new RegExp(`^[ \\t]*// #region ${region}\\n([^]*?)^[ \\t]*// #endregion ${region}$`, 'm').exec(text);
  if (found === null) throw new Error(`There is no region '${region}' in ${where}.`);
  return found[1];
}

/**
 * Removes the indent of the first line. A line with less, as in a template text, stays unchanged.
 */
function dedented(text) {
  const lines = text.replace(/^\n+|\s+$/g, '').split('\n');
  const indent = /^ */.exec(lines[0])[0];
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
}
