// Proves that `packages/runtime/src/call/fast` is a shortcut and nothing else: deletes it in a copy
// of the repository, replaces its one use in `call-tool.ts`, compiles the copy, and runs the tests
// of calls there.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Tests that state how soon the shortcut begins. All others hold for the steps too. */
const TESTS_OF_SPEED = [
  'is waited for by no later call',
  'then none of them waits',
  '10,000 calls that never settle',
  'so that no call waits',
];

const root = join(import.meta.dirname, '..');
const copy = mkdtempSync(join(tmpdir(), 'haft-without-fast-'));

try {
  copyRepository();
  rmSync(join(copy, 'packages/runtime/src/call/fast'), { recursive: true });
  // These tests compare the shortcut with the steps, or count what the shortcut does.
  rmSync(join(copy, 'packages/runtime/test/call/fast'), { recursive: true });
  rmSync(join(copy, 'packages/runtime/test/call/call-tool.test.ts'));
  replaceUse();
  const isRight =
    runs('tsc', ['-p', 'packages/runtime/tsconfig.json', '--noEmit', '--emitDeclarationOnly', 'false']) &&
    runs('jest', [
      ...['--selectProjects', 'runtime', '--testPathPatterns', 'packages/runtime/test/(call|run|deferral)/'],
      ...['--testNamePattern', `^(?!.*(${TESTS_OF_SPEED.join('|')})).*$`],
    ]);
  console.log(isRight ? 'The runtime works without call/fast.' : 'The runtime needs call/fast.');
  process.exitCode = isRight ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function copyRepository() {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((one) => one !== '')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { force: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
}

function replaceUse() {
  const file = join(copy, 'packages/runtime/src/call/call-tool.ts');
  const before = readFileSync(file, 'utf8');
  const after = before
    .replace(/^import \{ isFast, runFast \} from '[^']*';\n/m, '')
    .replace(/^ *else if \(isFast\(call\)\) runFast\(call\);\n/m, '');
  if (/isFast|runFast/.test(after)) throw new Error(`${file} uses call/fast in another way: change this script.`);
  writeFileSync(file, after);
}

function runs(tool, args) {
  const bin = { tsc: 'typescript/bin/tsc', jest: 'jest/bin/jest.js' }[tool];
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const { status } = spawnSync(process.execPath, [...options, join(copy, 'node_modules', bin), ...args], {
    cwd: copy,
    stdio: 'inherit',
  });
  return status === 0;
}
