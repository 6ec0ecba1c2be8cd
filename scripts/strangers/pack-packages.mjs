import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from '../release/entries.mjs';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Packs every public package of this repository into a folder, as `npm publish` would. Returns
 * `{ manifest, path, file }` of each. With a name, it packs that package alone.
 */
export function packPackages(folder, name) {
  mkdirSync(folder, { recursive: true });
  const published = publishedPackages(ROOT).filter(({ manifest }) => name === undefined || manifest.name === name);
  const names = published.flatMap(({ manifest }) => ['-w', manifest.name]);
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 };
  const packed = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder, ...names], options));
  return published.map(({ manifest, path }) => {
    const { filename } = packed.find((one) => one.name === manifest.name);
    return { manifest, path, file: join(folder, filename) };
  });
}
