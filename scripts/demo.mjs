// Builds the packages for the workspace example and runs it. Shows the output of the build only if
// it fails.
import { spawnSync } from 'node:child_process';

console.log('Building Haft and examples/workspace ...');
const build = npm(
  ['exec', '--', 'lerna', 'run', 'build', '--scope', 'example-workspace', '--include-dependencies'],
  'pipe',
);
if (build.status !== 0) {
  console.error(`${build.stdout}${build.stderr}`);
  process.exit(1);
}
process.exitCode = npm(['run', '--silent', 'start', '-w', 'example-workspace'], 'inherit').status ?? 1;

function npm(args, stdio) {
  return spawnSync('npm', args, { stdio, encoding: 'utf8', shell: process.platform === 'win32' });
}
