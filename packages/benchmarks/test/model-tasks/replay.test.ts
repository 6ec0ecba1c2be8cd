import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../../..');

// It compiles the back office of the tasks, and starts servers and commands.
const TIMEOUT = 240_000;

/** Plays the first record of each task with all tools. The nightly run plays all records. */
function replay(): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const options = { cwd: root, env: { ...process.env, NODE_OPTIONS: '' } };
    const args = ['run', '--silent', 'replay', '-w', '@haft/benchmarks', '--', '--only', 'all.1'];
    execFile('npm', args, options, (error, stdout, stderr) => {
      const notice = /^notice: .*$/m.exec(stdout)?.[0];
      if (notice !== undefined) console.warn(notice);
      done({ code: error === null ? 0 : 1, output: stdout + stderr });
    });
  });
}

test(
  'the recorded plays of models pass their tasks with the tools of today, at the recorded costs',
  async () => {
    const { code, output } = await replay();
    if (code !== 0) throw new Error(output);
    expect(output).toMatch(/^[1-9]\d* passed, 0 failed$/m);
  },
  TIMEOUT,
);
