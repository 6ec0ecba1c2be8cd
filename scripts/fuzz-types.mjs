// Compares 20,000 random types with the compiler: npm run fuzz -w @haft/reflector -- [--count
// 20000] [--seed 7]
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { count: { type: 'string', default: '20000' }, seed: { type: 'string' } } });
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${seed}`);
const test = 'packages/reflector/test/types/random-types';
const { status } = spawnSync('npm', ['run', '--silent', 'test:unit', '--', test], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, FUZZ_TYPES: values.count, FUZZ_SEED: seed },
  stdio: 'inherit',
});
process.exit(status ?? 1);
