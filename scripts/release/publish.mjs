// Publishes all packages in the order of their dependencies: `npm run release:publish`. They get
// the tag `next`. `-- --latest` gives it `latest`, after an installation was tried. A version that
// the registry has is left out, so that the command can be repeated. Other arguments are for npm.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { publishedPackages } from './entries.mjs';

const root = join(import.meta.dirname, '../..');
const [isLatest, args] = [process.argv.includes('--latest'), process.argv.slice(2)];

for (const { path, manifest } of byDependencies(publishedPackages(root))) {
  const { name, version } = manifest;
  if (isLatest) npm(root, 'dist-tag', 'add', `${name}@${version}`, 'latest');
  else if (isPublished(name, version)) console.log(`${name}@${version} is published already`);
  else npm(join(root, path), 'publish', '--provenance', '--access', 'public', '--tag', 'next', ...args);
}

/** Sorts packages so that each comes after the ones that it needs. */
function byDependencies(packages) {
  const sorted = [];
  const take = (one) => {
    if (sorted.includes(one)) return;
    const needed = packages.filter(({ manifest }) => one.manifest.dependencies?.[manifest.name] !== undefined);
    for (const other of needed) take(other);
    sorted.push(one);
  };
  for (const one of packages) take(one);
  return sorted;
}

function isPublished(name, version) {
  const options = { cwd: root, encoding: 'utf8' };
  return spawnSync('npm', ['view', `${name}@${version}`, 'version'], options).stdout.trim() === version;
}

function npm(cwd, ...words) {
  const { status } = spawnSync('npm', words, { cwd, stdio: 'inherit' });
  if (status !== 0)
    throw new Error(`npm ${words.join(' ')} failed in ${cwd}. Repeat the command after the cause is gone.`);
}
