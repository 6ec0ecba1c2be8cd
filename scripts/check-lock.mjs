// Fails if a lock file lacks optional packages of other platforms. npm omits them silently, and
// then `npm ci` fails there.
import { readFileSync } from 'node:fs';

const missing = {};
for (const file of ['package-lock.json', 'site/package-lock.json']) {
  const lock = JSON.parse(readFileSync(file, 'utf8')).packages;
  const names = new Set(Object.keys(lock).map((key) => key.replace(/^.*node_modules\//, '')));
  for (const [path, { version, optionalDependencies = {} }] of Object.entries(lock)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      if (!names.has(name))
        (missing[`${path.replace(/^.*node_modules\//, '')}@${version}`] ??= []).push(`${name}@${range}`);
    }
  }
}
console.log(missing);
process.exitCode = Object.keys(missing).length > 0 ? 1 : 0;
