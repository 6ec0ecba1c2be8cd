// Fails if `npm ci` installs more than a first command should: packages, and MB on the disk.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const MOST = { packages: 350, MB: 350 };

const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'));
const installed = {
  packages: Object.values(packages).filter(({ link }) => !link).length,
  MB: Number(execFileSync('du', ['-sm', 'node_modules'], { encoding: 'utf8' }).split('\t')[0]),
};
for (const [unit, most] of Object.entries(MOST)) {
  console.log(`npm ci installs ${installed[unit]} ${unit} (at most ${most})`);
  if (installed[unit] > most) process.exitCode = 1;
}
