// Runs `haft build` or `haft check` for each toolset. Each has a tsconfig and a generated module,
// so that the import of one subpath loads no other toolset.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [command] = process.argv.slice(2);
const root = dirname(import.meta.dirname);
const bin = join(dirname(fileURLToPath(import.meta.resolve('@haft/cli/package.json'))), 'bin/haft.js');
for (const name of readdirSync(join(root, 'src')).sort()) {
  const folder = `src/${name}`;
  if (!existsSync(join(root, folder, 'tsconfig.json'))) continue;
  const options = ['--tsconfig', `${folder}/tsconfig.json`, '--out', `${folder}/toolsets.gen.ts`, '--strict'];
  const { status } = spawnSync(process.execPath, [bin, command, ...options], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
