// Builds the packages for the workspace example and runs it. Shows the output of the build only if
// it fails. `npm ci` installs all that this needs. `npm run build` checks types, also those of
// optional packages.
import { spawnSync } from 'node:child_process';

/** The packages with a bundle, in the order in which the bundles read each other. */
const BUNDLED = [
  '@haft/schema',
  '@haft/core',
  '@haft/arguments',
  '@haft/compose',
  '@haft/runtime',
  'haft',
  '@haft/reflector',
  '@haft/cli',
  '@haft/toolsets',
];
const TSC = 'node_modules/typescript-native/bin/tsc';

console.log('Building Haft and examples/workspace ...');
build(process.execPath, [TSC, '-b', '--noCheck', 'packages/haft', 'packages/cli', 'packages/toolsets']);
build('npm', ['run', 'bundle', ...BUNDLED.flatMap((name) => ['-w', name])]);
build('npm', ['run', 'build', '-w', 'example-workspace']);
// With `omit=dev` in .npmrc, npm sets the mode of production, in which Haft checks no results.
const env = { ...process.env, NODE_ENV: undefined };
const example = spawnSync(process.execPath, ['dist/main.js'], { cwd: 'examples/workspace', stdio: 'inherit', env });
process.exitCode = example.status ?? 1;

function build(program, args) {
  const shell = program === 'npm' && process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', shell });
  if (status === 0) return;
  console.error(`${stdout}${stderr}`);
  process.exit(1);
}
