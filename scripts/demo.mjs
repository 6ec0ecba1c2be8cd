// Builds the packages for the workspace example and runs it. Shows the output of the build only if
// it fails. `npm ci` installs all that this needs. It does not check types, as `npm run build` does:
// the types of optional packages are not installed.
import { spawnSync } from 'node:child_process';

/** The packages with a bundle, in the order in which the bundles read each other. */
const BUNDLED = [
  '@haft/schema',
  '@haft/core',
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
process.exitCode = run('npm', ['run', '--silent', 'start', '-w', 'example-workspace'], 'inherit').status ?? 1;

function build(program, args) {
  const { status, stdout, stderr } = run(program, args, 'pipe');
  if (status === 0) return;
  console.error(`${stdout}${stderr}`);
  process.exit(1);
}

function run(program, args, stdio) {
  return spawnSync(program, args, {
    stdio,
    encoding: 'utf8',
    shell: program === 'npm' && process.platform === 'win32',
  });
}
