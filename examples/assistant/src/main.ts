import { deepStrictEqual, strictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* Runs the assistant in three processes. The first one is killed. */

const data = await mkdtemp(join(tmpdir(), 'haft-assistant-'));

/** Returns the code and the signal with which a process ends. */
async function run(program: string, time: string): Promise<readonly unknown[]> {
  const args = [join(import.meta.dirname, program), data, String(Date.parse(time))];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { stdio: 'inherit' });
  return (await once(child, 'exit')) as unknown[];
}

try {
  deepStrictEqual(await run('first-day.js', '2026-11-26T09:00:00Z'), [null, 'SIGKILL']);
  const evening = '2026-11-27T17:01:00Z';
  const ends = await Promise.all([run('next-day.js', evening), run('next-day.js', evening)]);
  deepStrictEqual(ends, [
    [0, null],
    [0, null],
  ]);
  // Two processes were there, and the message was sent once.
  strictEqual(await readFile(join(data, 'sent.txt'), 'utf8'), 'kim: Your train to Zurich leaves tomorrow.\n');
  console.log('✓ the reminder was sent once');
} finally {
  await rm(data, { recursive: true, force: true });
}
