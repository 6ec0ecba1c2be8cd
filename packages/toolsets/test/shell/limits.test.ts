import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRuntime } from '@haft/runtime';
import { codeToolset } from '../../src/code/index.js';
import { shellToolset } from '../../src/shell/index.js';
import { processesWith } from '../support/processes-with.js';
import {
  ask,
  asThisUser,
  describeSandboxed,
  folderWith,
  isRoot,
  OTHER_USER,
  removeFolders,
  resultOf,
  runScript,
  shellRun,
} from './support/shell-run.js';

afterAll(removeFolders);

/** A command that does not end. Its processes can be found by the text. */
const endless = () => {
  const marker = randomUUID();
  return { marker, script: `exec sh -c 'while :; do sleep 1000; done' ${marker}` };
};

describeSandboxed('the limits of a command', () => {
  it('stops a command after its time, with the output so far [TOOL-8]', async () => {
    const { marker, script } = endless();
    const run = shellRun({ root: folderWith(), maxSeconds: 1 });
    const outcome = await run.call('shell_script', { script: `echo begun; ${script}`, timeoutSeconds: 200 });
    expect(outcome.text).toBe(
      'The command timed out after 1 s and was stopped.\n' +
        'Do less in one command. Background processes end with the command.\n\nstdout:\nbegun',
    );
    expect(outcome).toMatchObject({ value: { stopped: 'time', exitCode: 137, signal: 'SIGKILL' } });
    expect(processesWith(marker)).toEqual([]);
  });

  it('ends all processes when the call is cancelled [TOOL-8]', async () => {
    const { marker, script } = endless();
    const cancel = new AbortController();
    const run = shellRun({ root: folderWith() }, { signal: cancel.signal });
    const seen: unknown[] = [];
    const call = run.call(
      { name: 'shell_script', arguments: { script: `(setsid ${script.slice(5)}) & echo begun; ${script}` } },
      {
        onProgress: (part) => {
          seen.push(part);
          expect(processesWith(marker)).not.toEqual([]);
          cancel.abort();
        },
      },
    );
    expect(await call).toMatchObject({ status: 'interrupted' });
    expect(seen).toHaveLength(1);
    await gone(marker);
  });

  it('ends a command that is cancelled before it begins [TOOL-8]', async () => {
    const root = folderWith();
    const { marker, script } = endless();
    const cancel = new AbortController();
    const run = shellRun({ root }, { signal: cancel.signal });
    const call = run.call('shell_script', { script: `touch ran; ${script}` });
    await new Promise((resolve) => setImmediate(resolve));
    cancel.abort();
    expect(await call).toMatchObject({ status: 'interrupted' });
    await gone(marker);
  });

  it('stops commands whose processes use too much memory together [TOOL-8]', async () => {
    const hold = `head -c 30000000 /dev/zero | tail -c 30000000 | (sleep 1000; cat) &`;
    const run = shellRun({ root: folderWith(), maxMemoryBytes: 60_000_000 });
    const outcome = await run.call('shell_script', { script: `${hold} ${hold} ${hold} wait`, timeoutSeconds: 300 });
    expect(outcome).toMatchObject({ status: 'success', value: { stopped: 'memory' } });
    expect(outcome.text).toContain('The command used more than 60 MB of memory and was stopped.');
  });

  it('counts files in memory as memory [TOOL-8]', async () => {
    const fill =
      'for i in 1 2 3 4; do head -c 20000000 /dev/zero > /tmp/$i; head -c 20000000 /dev/zero > /dev/shm/$i; done';
    expect(
      await runScript(`${fill}; sleep 1000`, { maxMemoryBytes: 60_000_000 }, { timeoutSeconds: 300 }),
    ).toMatchObject({
      stopped: 'memory',
    });
  });

  it('sets limits of the kernel that a process cannot raise, where prlimit is installed [TOOL-8]', async () => {
    const script = 'cat /proc/self/limits; prlimit --data=unlimited cat /proc/self/limits';
    const { stdout, exitCode, enforcement } = await runScript(script, { maxMemoryBytes: 50_000_000 });
    if (!enforcement.memory.includes('rlimit')) return;
    expect(exitCode).not.toBe(0);
    expect(stdout.match(/^Max data size .*$/gm)).toEqual([expect.stringMatching(/ 50000000 +50000000 /)]);
    expect(stdout).toMatch(/^Max core file size +0 +0 /m);
  });

  (isRoot ? it : it.skip)('lets the kernel limit processes if root gives another user [TOOL-8]', async () => {
    const root = folderWith();
    const user = OTHER_USER;
    chownSync(root, user.uid, user.gid);
    const others = Array.from({ length: 8 }, () => spawn('sleep', ['1000'], { ...user, stdio: 'ignore' }));
    try {
      const script = 'touch own; id -u; i=0; while [ $i -lt 100 ]; do sleep 1000 & echo $i; i=$((i+1)); done; wait';
      const result = await runScript(script, { root, user, maxProcesses: 10 }, { timeoutSeconds: 300 });
      expect(statSync(join(root, 'own'))).toMatchObject(user);
      if (result.enforcement.processes !== 'rlimit') return;
      // The shell of the script is one of the ten. Processes of the user outside do not count.
      expect(result.stdout).toBe('1000\n0\n1\n2\n3\n4\n5\n6\n7\n8\n');
      expect(result.stderr).toContain('Cannot fork');
    } finally {
      for (const other of others) other.kill('SIGKILL');
    }
  });

  it('stops commands with too many processes [TOOL-8]', async () => {
    const script = 'i=0; while [ $i -lt 100 ]; do sleep 1000 & i=$((i+1)); done; wait';
    const { stopped, stderr, enforcement } = await runScript(script, { maxProcesses: 20 }, { timeoutSeconds: 300 });
    if (enforcement.processes === 'watcher') expect(stopped).toBe('processes');
    else expect(stderr).toContain('Cannot fork');
  });

  it('keeps the beginning and the end of a long output, and tells the model [TOOL-8]', async () => {
    const run = shellRun({ root: folderWith(), maxOutputBytes: 1_000 });
    const outcome = await run.call('shell_script', { script: 'echo first; seq 1 100000; echo last' });
    expect(outcome.text).toMatch(
      /stdout:\nfirst\n1\n2\n[\s\S]+\n\[\.\.\. 587906 bytes left out \.\.\.\]\n[\s\S]+\n100000\nlast$/,
    );
    expect(outcome.text).toContain('The middle of the output was left out.');
    expect(outcome).toMatchObject({ value: { stdoutTruncated: false, stderrTruncated: false } });
    expect(outcome.text.length).toBeLessThan(1_300);
  });

  it('gives a program the whole output, or an error [CODE-3, TOOL-8]', async () => {
    const code = `
      const { stdout } = await tools.shell_script({ script: 'seq 1 100000' });
      const error = await tools.shell_script({ script: 'seq 1 200000' }).catch((one) => one.message);
      return [stdout.split('\\n').length, error];`;
    const shell = shellToolset({ root: folderWith(), approval: 'none', allowScript: true, ...asThisUser });
    const run = createRuntime({ toolsets: [shell, codeToolset({ check: false })] }).startRun();
    expect(await run.call('execute_code', { code })).toMatchObject({
      value: {
        output: [100_001, expect.stringMatching(/^Tool 'shell_script' failed: It ran, but .* Ask it for less\.$/)],
      },
    });
  });

  it('stops a command that writes without end [TOOL-8]', async () => {
    const result = await runScript('yes', { maxWrittenBytes: 1_000_000 }, { timeoutSeconds: 300 });
    expect(result).toMatchObject({ stopped: 'output', stdoutTruncated: true });
  });

  it('limits the size of a file, where prlimit is installed [TOOL-8]', async () => {
    const { exitCode, enforcement } = await runScript('head -c 2000000 /dev/zero > big', { maxFileBytes: 1_000_000 });
    if (enforcement.memory.includes('rlimit')) expect(exitCode).not.toBe(0);
  });

  it('stops a command that fills the disk, and leaves what it wrote [TOOL-8]', async () => {
    const root = folderWith();
    const run = shellRun({ root, maxDiskBytes: 20_000_000 });
    const script = 'for i in 1 2 3; do head -c 20000000 /dev/zero > $i; done; sleep 1000';
    const outcome = await run.call('shell_script', { script, timeoutSeconds: 300 });
    expect(outcome.text).toBe(
      'The command filled the disk with more than 20 MB and was stopped.\n' +
        'Delete the files that it left, or tell the user how much space it needs.\n' +
        'The command printed nothing.',
    );
    expect(outcome).toMatchObject({ value: { stopped: 'disk', exitCode: 137 } });
    expect(statSync(join(root, '1')).size).toBeGreaterThan(0);
  });

  it('stops a command that makes many empty files [TOOL-8]', async (): Promise<void> => {
    const root = folderWith();
    // Btrfs does not count files.
    if (statfsSync(root).files === 0) return;
    const run = shellRun({ root, maxNewFiles: 500 });
    const script = 'i=0; while true; do i=$((i+1)); : > "f$i"; done';
    const outcome = await run.call('shell_script', { script, timeoutSeconds: 300 });
    expect(outcome.text).toBe(
      'The command made more than 500 files and was stopped.\n' +
        'Delete the files that it left, or tell the user how many files it needs.\n' +
        'The command printed nothing.',
    );
    expect(outcome).toMatchObject({ value: { stopped: 'files' } });
  });

  it('lets a command run on if its folder is removed from the host [TOOL-8]', async () => {
    const root = folderWith();
    const { marker, script } = endless();
    const run = shellRun({ root });
    const outcome = await run.call(
      { name: 'shell_script', arguments: { script: `echo begun; ${script}`, timeoutSeconds: 1 } },
      {
        onProgress: () => {
          rmSync(root, { recursive: true });
        },
      },
    );
    expect(outcome).toMatchObject({ value: { stopped: 'time', stdout: 'begun\n' } });
    expect(processesWith(marker)).toEqual([]);
  });

  it('allows only the programs of the settings [TOOL-8]', async () => {
    const run = shellRun({ root: folderWith(), allow: ['echo', 'ls'] });
    expect(await ask(run, 'shell_run', { command: 'echo', args: ['a'] })).toContain('Exit code 0.');
    expect(await ask(run, 'shell_run', { command: '/bin/echo', args: ['a'] })).toBe(
      "failed: The program '/bin/echo' is not allowed. Allowed: echo, ls.",
    );
  });

  it('runs five commands at the same time, each in a sandbox of its own [TOOL-8]', async () => {
    const root = folderWith();
    const run = shellRun({ root });
    const calls = Array.from({ length: 5 }, (_, index) =>
      resultOf(run, 'shell_script', {
        script: `echo ${index} > /tmp/a; touch /workspace/${index}; cat /tmp/a; ls /proc | grep -c '^[0-9]'`,
      }),
    );
    for (const [index, { stdout }] of (await Promise.all(calls)).entries()) {
      expect(stdout.split('\n')[0]).toBe(String(index));
      expect(Number(stdout.split('\n')[1])).toBeLessThan(5);
      expect(existsSync(join(root, String(index)))).toBe(true);
    }
  });
});

/** The call is answered when it is cancelled. Its processes end a moment later. */
async function gone(marker: string): Promise<void> {
  while (processesWith(marker).length > 0) await new Promise((resolve) => setImmediate(resolve));
}

it('the helper finds processes', () => {
  const marker = randomUUID();
  writeFileSync(join(folderWith(), 'a'), marker);
  expect(processesWith(marker)).toEqual([]);
  expect(processesWith(process.execPath).length + processesWith('node').length).toBeGreaterThan(0);
});
