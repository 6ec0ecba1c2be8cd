// Adds everything that tests and checks need to what `npm ci` installs, if it is missing.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

if (!isComplete()) {
  console.log('Installing test frameworks, linters and SDKs. This takes about two minutes ...');
  // npm draws its own progress in a terminal. `--no-save` keeps the lock file as it is.
  const { status } = spawnSync('npm', ['install', '--include=dev', '--no-save', '--no-audit', '--loglevel=error'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}

/** Returns whether every package of the lock file that this system needs is installed or linked. */
function isComplete() {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, optional, devOptional, peer, link }]) =>
      path === '' ||
      (link && existsSync(path)) ||
      optional ||
      devOptional ||
      peer ||
      !path.includes('node_modules/') ||
      (!link && installed[path]?.version === version),
  );
}

function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}
