// Runs random programs with random interruptions: 2,000, or as many as the argument says.
import { spawnSync } from 'node:child_process';

const [runs = '2000'] = process.argv.slice(2);
const test = 'packages/toolsets/test/code/interruptions.property.test.ts';
const { status } = spawnSync('npm', ['run', '--silent', 'test:unit', '--', test], {
  stdio: 'inherit',
  env: { ...process.env, HAFT_CHAOS_PROGRAMS: runs },
});
process.exitCode = status ?? 1;
