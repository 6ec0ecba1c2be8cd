import { execFileSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Packs every public package of this repository, as `npm publish` would. Returns
 * `{ manifest, path, file, integrity }` of each.
 */
export async function packPackages(folder) {
  await mkdir(folder, { recursive: true });
  const published = (await workspaces()).filter(({ manifest }) => manifest.private !== true);
  const names = published.flatMap(({ manifest }) => ['-w', manifest.name]);
  const packed = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder, ...names]));
  return published.map(({ manifest, path }) => {
    const { filename, integrity } = packed.find(({ name }) => name === manifest.name);
    return { manifest, path, file: join(folder, filename), integrity };
  });
}

async function workspaces() {
  const paths = JSON.parse(run('npm', ['query', '.workspace'])).map(({ location }) => location);
  const read = async (path) => JSON.parse(await readFile(join(ROOT, path, 'package.json'), 'utf8'));
  return Promise.all(paths.map(async (path) => ({ path, manifest: await read(path) })));
}

function run(command, args) {
  return execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 });
}
