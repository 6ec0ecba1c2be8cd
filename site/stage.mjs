// Builds a version of the site into a folder with all versions: node site/stage.mjs FOLDER VERSION
// `main` is the version `next`, at /next/. A release 0.2 is at /0.2/, and the newest one also at /.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [folder, version] = process.argv.slice(2);
if (folder === undefined || !/^(next|\d+\.\d+)$/.test(version ?? '')) {
  console.error('Usage: node site/stage.mjs FOLDER VERSION, where VERSION is `next` or like `0.2`.');
  process.exit(2);
}
const target = resolve(folder);
const list = join(target, 'versions.json');
const before = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
const versions = [...new Set([...before, version])].sort(newestFirst);

const newest = versions.find((name) => name !== 'next');
for (const path of [`${version}/`, ...(newest === version || newest === undefined ? [''] : [])]) build(path);
writeFileSync(list, `${JSON.stringify(versions)}\n`);

/** Builds the site for a path below the root, and copies it there. */
function build(path) {
  const env = { ...process.env, DOCS_VERSION: version, DOCS_FOLDER: path };
  const { status } = spawnSync('npm', ['run', 'build', '--prefix', import.meta.dirname], { env, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  mkdirSync(join(target, path), { recursive: true });
  for (const name of readdirSync(join(target, path)))
    if (path !== '' || !versions.includes(name)) rmSync(join(target, path, name), { recursive: true });
  cpSync(join(import.meta.dirname, '.vitepress/dist'), join(target, path), { recursive: true });
}

/** Orders `next` before releases, and these by their numbers. */
function newestFirst(a, b) {
  if (a === 'next' || b === 'next') return a === 'next' ? -1 : 1;
  return b.localeCompare(a, undefined, { numeric: true });
}
