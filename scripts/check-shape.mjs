// Checks every published package as npm would pack it: publint and "are the types wrong".
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * The largest size of a packed package, in kB of 1,000 bytes. The reflector, which production does
 * not need, contains a checker of expressions.
 */
const LARGEST = { '@haft/reflector': 1000, '@haft/runtime': 330 };

let wrong = 0;
for (const { name } of readdirSync('packages', { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const folder = `packages/${name}`;
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  if (manifest.private) continue;
  const run = (bin, args) => {
    try {
      execFileSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      wrong += 1;
      console.log(`${manifest.name}: ${args.join(' ')}\n${error.stdout}${error.stderr}`);
    }
  };
  run('../../node_modules/publint/src/cli.js', ['--strict']);
  run('../../node_modules/@arethetypeswrong/cli/dist/index.js', ['--pack', '.', '--profile', 'esm-only']);
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: folder, encoding: 'utf8' }));
  console.log(`${manifest.name}: ${Math.round(packed.size / 1000)} kB packed, ${packed.entryCount} files`);
  const { [manifest.name]: largest = 300 } = LARGEST;
  if (packed.size > largest * 1000) {
    wrong += 1;
    console.log(`${manifest.name} is larger than ${largest} kB`);
  }
}
process.exitCode = wrong > 0 ? 1 : 0;
