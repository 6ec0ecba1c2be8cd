// Checks every lock file: an installation gets the same bytes on every platform, from the registry.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const problems = [];
for (const file of execFileSync('git', ['ls-files', '*package-lock.json'], { encoding: 'utf8' }).trim().split('\n')) {
  const lock = JSON.parse(readFileSync(file, 'utf8')).packages;
  const names = new Set(Object.keys(lock).map(nameOf));
  for (const [path, { version, link, integrity, resolved, optionalDependencies = {} }] of Object.entries(lock)) {
    const name = `${nameOf(path)}@${version}`;
    // npm omits optional packages of other platforms silently, and then `npm ci` fails there.
    for (const [one, range] of Object.entries(optionalDependencies))
      if (!names.has(one)) problems.push(`${file}: ${name} lacks its optional package ${one}@${range}`);
    if (!path.includes('node_modules/') || link) continue;
    if (!integrity) problems.push(`${file}: ${name} has no "integrity"`);
    // Without an address, npm asks the registry of the user.
    if (resolved) problems.push(`${file}: ${name} comes from ${resolved}, not from the registry`);
  }
}
console.log(problems.join('\n'));
process.exitCode = problems.length > 0 ? 1 : 0;

function nameOf(path) {
  return path.replace(/^.*node_modules\//, '');
}
