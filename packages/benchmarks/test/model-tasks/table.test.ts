import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../../..');

test('the page about the costs of toolsets shows the recorded plays', () => {
  const check = () =>
    execFileSync(process.execPath, ['packages/benchmarks/model-tasks/table.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
  expect(check).not.toThrow();
});
