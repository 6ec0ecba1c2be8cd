// Cuts a version: `npm run release:version`. The entries of `.changeset` say which one. Lerna sets
// all manifests, their pins and the lock file, makes the commit and the tag, and pushes nothing.
// Further arguments are for Lerna, such as `--no-git-tag-version`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nextStep, readEntries } from './entries.mjs';

const root = join(import.meta.dirname, '../..');
const entries = readEntries(root);
const { version } = JSON.parse(readFileSync(join(root, 'lerna.json'), 'utf8'));

const invalid = entries.filter(({ problem }) => problem !== undefined);
for (const { file, problem } of invalid) console.error(`.changeset/${file} ${problem}.`);
if (entries.length === 0) console.error('There is no entry in .changeset: nothing to release.');
if (invalid.length > 0 || entries.length === 0) process.exit(1);

const lerna = fileURLToPath(import.meta.resolve('@lerna-lite/cli'));
const args = [lerna, 'version', nextStep(entries, version), '--yes', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
