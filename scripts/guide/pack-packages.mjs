import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Packs every public package of this repository, as `npm publish` would. Returns
 * `{ manifest, file, integrity }` of each.
 */
export async function packPackages(folder) {
  await mkdir(folder, { recursive: true });
  const published = (await workspaces()).filter(({ private: kept }) => kept !== true);
  const names = published.flatMap(({ name }) => ['-w', name]);
  const packed = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder, ...names]));
  return published.map((manifest) => {
    const { filename, integrity } = packed.find(({ name }) => name === manifest.name);
    return { manifest, file: join(folder, filename), integrity };
  });
}

async function workspaces() {
  const paths = JSON.parse(run('npm', ['query', '.workspace'])).map(({ location }) => location);
  return Promise.all(paths.map(async (path) => JSON.parse(await readFile(join(ROOT, path, 'package.json'), 'utf8'))));
}

function run(command, args) {
  return execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 });
}
