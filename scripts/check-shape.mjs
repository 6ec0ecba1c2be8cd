// Checks every published package as npm packs it: its manifest and files, publint and "are the
// types wrong".
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackages } from './strangers/pack-packages.mjs';
import { contentProblems } from './release/content-problems.mjs';
import { manifestProblems } from './release/manifest-problems.mjs';

/**
 * The largest size of a packed package, in kB of 1,000 bytes. They contain their sources. The
 * reflector, which production does not need, contains a checker of expressions.
 */
const LARGEST = {
  '@haft/reflector': 1400,
  '@haft/runtime': 900,
  '@haft/toolsets': 800,
  '@haft/schema': 450,
  '@haft/cli': 500,
  '@haft/inspector': 350,
};
const REPOSITORY = join(import.meta.dirname, '..');
const ROOT = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8'));
const MODULES = join(REPOSITORY, 'node_modules');

let wrong = 0;
// Not in the folders of the packages: tests that run at the same time read them.
const folder = mkdtempSync(join(tmpdir(), 'haft-shape-'));
for (const { manifest, path, file } of packPackages(folder)) {
  const run = (bin, args) => {
    try {
      execFileSync(process.execPath, [join(MODULES, bin), ...args], { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      wrong += 1;
      console.log(`${manifest.name}: ${args.join(' ')}\n${error.stdout}${error.stderr}`);
    }
  };
  const problems = [...manifestProblems(manifest, path, ROOT), ...contentProblems(manifest, file, REPOSITORY)];
  for (const problem of problems) {
    wrong += 1;
    console.log(`${path}: ${problem}`);
  }
  run('publint/src/cli.js', ['run', file, '--strict']);
  run('@arethetypeswrong/cli/dist/index.js', [file, '--profile', 'esm-only']);
  const { size } = statSync(file);
  console.log(`${manifest.name}: ${Math.round(size / 1000)} kB packed`);
  const { [manifest.name]: largest = 300 } = LARGEST;
  if (size > largest * 1000) {
    wrong += 1;
    console.log(`${manifest.name} is larger than ${largest} kB`);
  }
}
rmSync(folder, { recursive: true });
process.exitCode = wrong > 0 ? 1 : 0;
