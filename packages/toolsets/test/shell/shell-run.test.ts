import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeResult } from '../../src/shell/output/describe-result.js';
import { createRuntime, type Run } from '@haft/runtime';
import { fileToolset } from '../../src/file/index.js';
import { shellToolset } from '../../src/shell/index.js';
import { runCommand } from '../../src/shell/process/run-command.js';
import { ShellOptions } from '../../src/shell/shell-options.js';
import {
  ask,
  asThisUser,
  describeSandboxed,
  folderOfUser,
  folderWith,
  isRoot,
  OTHER_USER,
  removeFolders,
  resultOf,
  runScript,
  shellRun,
} from './support/shell-run.js';

afterAll(removeFolders);

const newCall = () => ({ seconds: 60, signal: new AbortController().signal, report: () => undefined });

it('shows a model how many frames of Node.js a stack has, instead of the frames [TOOL-8]', () => {
  const frame = (at: string) => `    at run (${at})`;
  const own = frame('file:///workspace/a.js:1:2');
  const stderr = ['Error: x', own, frame('node:internal/test:1:2'), '    at node:net:3:4', own, frame('node:fs:1:2')];
  const result = { exitCode: 1, stdout: '', stderr: stderr.join('\n'), stdoutTruncated: false, stderrTruncated: false };
  const enforcement = { sandbox: true, seccomp: true, processes: 'rlimit', memory: 'rlimit' } as const;
  const asked = { program: 'node', args: ['a.js'], seconds: 30 };
  const options = { sandbox: undefined } as ShellOptions;
  expect(describeResult({ ...result, enforcement }, asked, options)).toBe(
    `Exit code 1.\n\nstderr:\nError: x\n${own}\n    ... 2 frames of Node.js\n${own}\n${frame('node:fs:1:2')}`,
  );
  const frames = [
    '\tat Module._compile (node:internal/modules/cjs/loader:1554:14)',
    'at node:internal/main/run_main_module:36:49',
    '  at async process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
    '    at emit (node:events:524:28)',
  ];
  for (const [at, first] of frames.entries()) {
    const several = [first, ...frames.slice(0, at), ...frames.slice(at + 1)].join('\n');
    const text = describeResult({ ...result, stderr: `${several}\nend`, enforcement }, asked, options);
    const indent = first.slice(0, first.indexOf('at'));
    expect(text).toBe(`Exit code 1.\n\nstderr:\n${indent}... 4 frames of Node.js\nend`);
  }
});

it('shows a model of TAP what failed, and not what passed [TOOL-8]', () => {
  const stdout = `TAP version 13
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 1.5
  ...
# Subtest: rounds
not ok 2 - rounds
  ---
  duration_ms: 0.9
  location: '/workspace/a.test.js:6:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly deep-equal:
    ...
    ok 1
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected:
    name: 'AssertionError'
  operator: 'deepStrictEqual'
  ...
# Subtest: group
    # Subtest: inner
    ok 1 - inner
      ---
      duration_ms: 2
      ...
    # Subtest: later
    ok 2 - later # SKIP
      ---
      duration_ms: 2
      ...
    1..2
ok 3 - group
  ---
  duration_ms: 3
  type: 'suite'
  ...
# Subtest: slow
not ok 4 - slow
  ---
  failureType: 'testTimeoutFailure'
  operator: 'notStrictEqual'
1..4
# tests 4
# suites 0
# pass 2
# fail 2
# duration_ms 268.17`;
  const result = { exitCode: 1, stdout, stderr: '', stdoutTruncated: false, stderrTruncated: false };
  const enforcement = { sandbox: true, seccomp: true, processes: 'rlimit', memory: 'rlimit' } as const;
  const asked = { program: 'node', args: ['--test'], seconds: 30 };
  expect(describeResult({ ...result, enforcement }, asked, { sandbox: undefined } as ShellOptions)).toBe(
    `Exit code 1.

stdout:
TAP version 13
not ok 2 - rounds
  ---
  location: '/workspace/a.test.js:6:1'
  error: |-
    Expected values to be strictly deep-equal:
    ...
    ok 1
  expected:
    name: 'AssertionError'
  ...
    ok 2 - later # SKIP
      ---
      ...
not ok 4 - slow
  ---
  failureType: 'testTimeoutFailure'
  operator: 'notStrictEqual'
1..4
# tests 4
# pass 2
# fail 2
(Passed tests are not shown.)`,
  );
});

describeSandboxed('a command in the sandbox', () => {
  it('runs with its arguments as they are, in the workspace [TOOL-8]', async () => {
    const root = folderWith({ 'a.txt': 'one\n' });
    const run = shellRun({ root });
    const text = await ask(run, 'shell_run', { command: 'echo', args: ['$HOME', '*', 'a; b'] });
    expect(text).toBe('success: Exit code 0.\n\nstdout:\n$HOME * a; b');
    expect(await resultOf(run, 'shell_run', { command: 'cat', args: ['a.txt'] })).toMatchObject({
      exitCode: 0,
      stdout: 'one\n',
      stderr: '',
      stdoutTruncated: false,
    });
    expect(await resultOf(run, 'shell_run', { command: 'pwd' })).toMatchObject({ stdout: '/workspace\n' });
  });

  it('sees what earlier calls of its message changed, and later calls see what it changed [TOOL-8]', async () => {
    const root = folderWith({ 'a.txt': 'one' });
    const shell = shellToolset({ root, approval: 'none', ...asThisUser });
    const run = createRuntime({ toolsets: [fileToolset({ root }), shell] }).startRun() as Run;
    const [, , printed, read] = await run.callAll([
      { id: '1', name: 'file_write', arguments: { path: 'b.txt', content: 'two' } },
      { id: '2', name: 'shell_run', arguments: { command: 'sh', args: ['-c', 'sleep 0.2; cat a.txt b.txt > c.txt'] } },
      { id: '3', name: 'shell_run', arguments: { command: 'cat', args: ['c.txt'] } },
      { id: '4', name: 'file_read', arguments: { paths: ['c.txt'] } },
    ]);
    expect([printed?.text, read?.text]).toEqual([expect.stringContaining('onetwo'), expect.stringContaining('onetwo')]);
  });

  it('changes files of the workspace, and the next call finds them [TOOL-8]', async () => {
    const root = folderWith();
    const run = shellRun({ root });
    await resultOf(run, 'shell_script', { script: 'mkdir -p src && echo hello > src/a.txt' });
    expect(readFileSync(join(root, 'src/a.txt'), 'utf8')).toBe('hello\n');
    expect(await ask(run, 'shell_run', { command: 'cat', args: ['a.txt'], cwd: 'src' })).toContain('hello');
    expect(await ask(run, 'shell_run', { command: 'cat', args: ['a.txt'], cwd: '/workspace/src' })).toContain('hello');
  });

  it('gives exit codes and signals, and both outputs [TOOL-8]', async () => {
    expect(await runScript('echo out; echo err >&2; exit 3')).toMatchObject({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect(await runScript('kill -SEGV $$')).toMatchObject({ exitCode: 139, signal: 'SIGSEGV' });
  });

  it.each([
    [
      { command: 'CI=1 NODE_ENV=test node --test', timeoutSeconds: 9 },
      'No variables can be set. Call shell_run with {"command":"node","args":["--test"],"timeoutSeconds":9}.',
    ],
    [{ command: 'cd x && CI=1 npm test' }, '{"command":"npm","args":["test"],"cwd":"x"}'],
    [{ command: 'cd repo && ls | wc -l', cwd: 'a', input: 'b' }, '{"script":"ls | wc -l","cwd":"a/repo","input":"b"}'],
    [{ command: 'cd $HOME && ls', cwd: 'a' }, '{"script":"cd $HOME && ls","cwd":"a"}'],
    [{ command: 'cp a.{txt,md} b' }, '{"script":"cp a.{txt,md} b"}'],
    [{ command: 'echo $HOME' }, '{"script":"echo $HOME"}'],
    [{ command: 'cd', args: ['repo'] }, 'cd changes no folder for the next command. Give it cwd "repo".'],
  ])('names the right form of %j, and runs nothing [TOOL-8]', async (args, form) => {
    const answer = await ask(shellRun({ root: folderWith() }), 'shell_run', args);
    expect(answer).toMatch(/^retry: /);
    expect(answer).toContain(form);
    const alone = await ask(shellRun({ root: folderWith(), allowScript: false }), 'shell_run', args);
    expect(alone).not.toContain('script');
  });

  it.each([
    [{ command: 'echo a  "b c" \'$d\' e~1' }, 'a|b c|$d|e~1'],
    [{ command: 'cd my/repo && echo a' }, 'a'],
    [{ command: 'cd "my repo"; pwd' }, '/workspace/my repo'],
    [{ command: 'cd', args: ['my repo', '&&', 'pwd'] }, '/workspace/my repo'],
    [{ command: 'cd repo && pwd', cwd: 'my' }, '/workspace/my/repo'],
    [{ command: 'cd /workspace/my && pwd', cwd: 'my repo' }, '/workspace/my'],
  ])('splits %j as a shell would [TOOL-8]', async (args, printed) => {
    const root = folderWith();
    for (const folder of ['my/repo', 'my repo']) mkdirSync(join(root, folder), { recursive: true });
    const { stdout } = await resultOf(shellRun({ root }), 'shell_run', args);
    expect(stdout.trim()).toBe(printed.replaceAll('|', ' '));
  });

  it('gets its input [TOOL-8]', async () => {
    const run = shellRun({ root: folderWith() });
    const input = 'b\na\n'.repeat(20_000);
    const result = await resultOf(run, 'shell_run', { command: 'wc', args: ['-l'], input });
    expect(result.stdout.trim()).toBe('40000');
    expect(await resultOf(run, 'shell_run', { command: 'wc', args: ['-c'] })).toMatchObject({ stdout: '0\n' });
    expect(await resultOf(run, 'shell_run', { command: 'true', input })).toMatchObject({ exitCode: 0 });
  });

  it('has only the variables of the settings [TOOL-8]', async () => {
    process.env.HAFT_CANARY = 'secret';
    try {
      const { stdout } = await runScript('env', { env: { TOKEN: 'given' } });
      expect(stdout.split('\n').filter(Boolean).sort()).toEqual([
        'HOME=/tmp',
        'LANG=C.UTF-8',
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        'PWD=/workspace',
        'TOKEN=given',
      ]);
    } finally {
      delete process.env.HAFT_CANARY;
    }
  });

  it('uses several roots by name, and changes only those that are not read-only [TOOL-8]', async () => {
    const [code, docs] = [folderWith({ 'a.txt': 'a' }), folderWith({ 'b.txt': 'b' })];
    const roots = { code, docs: { path: docs, readOnly: true } };
    const result = await runScript('cat code/a.txt docs/b.txt; touch code/new docs/new', { roots });
    expect(result).toMatchObject({ stdout: 'ab', exitCode: 1 });
    expect(result.stderr).toContain('Read-only file system');
    const run = shellRun({ roots });
    expect(await ask(run, 'shell_run', { command: 'pwd', cwd: 'docs' })).toContain('/workspace/docs');
    expect(await ask(run, 'shell_run', { command: 'touch', args: ['docs/x'] })).toContain(
      'Only code, /tmp can be changed.',
    );
    expect(await ask(run, 'shell_run', { command: 'pwd', cwd: 'other' })).toContain(
      'There is no folder other. Paths begin with one of: code, docs.',
    );
  });

  it('reports its output as progress, and keeps characters whole [TOOL-8]', async () => {
    const run = shellRun({ root: folderWith() });
    const parts: { stream: string; text: string }[] = [];
    const args = { script: "printf '\\303'; printf '\\244\\n'; echo problem >&2" };
    await run.call(
      { name: 'shell_script', arguments: args },
      { onProgress: (part) => parts.push(part as (typeof parts)[0]) },
    );
    const of = (stream: string) => parts.filter((part) => part.stream === stream).map(({ text }) => text);
    expect(of('stdout').join('')).toBe('ä\n');
    expect(of('stderr').join('')).toBe('problem\n');
  });

  it('names the next action after a mistake of the model [TOOL-8]', async () => {
    const root = folderWith({ 'script.py': 'print(1)\n' });
    mkdirSync(join(root, 'src'));
    const run = shellRun({ root, allow: undefined as never });
    const texts = {
      missing: await ask(run, 'shell_run', { command: 'no-such-program' }),
      script: await ask(run, 'shell_run', { command: './script.py' }),
      folder: await ask(run, 'shell_run', { command: 'ls', cwd: 'nowhere' }),
      outside: await ask(run, 'shell_run', { command: 'ls', cwd: '../..' }),
      pipe: await ask(run, 'shell_run', { command: 'ls', args: ['src', '|', 'wc'] }),
      device: await ask(run, 'shell_script', { script: 'echo text > /dev/stderr' }),
      nul: await ask(run, 'shell_run', { command: 'ls', args: ['a\0b'] }),
    };
    expect(texts.missing).toContain("Exit code 127.\nThere is no program 'no-such-program'.");
    expect(texts.script).toContain("Exit code 126.\n'./script.py' cannot be executed.");
    expect(texts.folder).toContain('There is no folder nowhere.');
    expect(texts.outside).toContain('The path leaves the workspace: ../..');
    expect(texts.pipe).toContain("No shell reads the arguments, so '|' is a text for the program.");
    expect(texts.device).toContain(
      '/dev/stdin, /dev/stdout and /dev/stderr cannot be opened. Write >&2, or use a file.',
    );
    expect(texts.nul).toContain('The command has characters that no command can have.');
  });

  it('says to the application that the sandbox cannot start, with the next action [TOOL-8]', async () => {
    const root = folderWith();
    const options = new ShellOptions({ root, ...asThisUser });
    rmdirSync(root);
    const command = { program: 'true', args: [], folder: [], input: '' };
    await expect(runCommand(options, command, newCall())).rejects.toMatchObject({
      code: 'HAFT_NO_SANDBOX',
      message: expect.stringMatching(/^bubblewrap did not start a command: .+/),
      hint: 'Check that the roots and mounts exist and that the user of the sandbox can read them.',
    });
  });

  it('is limited by the kernel or by a watcher, and says by which [TOOL-8]', async () => {
    const settings = { root: folderOfUser(), ...(isRoot && { user: OTHER_USER }) };
    const { enforcement } = await runScript('true', settings);
    const { sandbox } = new ShellOptions(settings);
    const limited = existsSync('/usr/bin/prlimit');
    expect(enforcement).toEqual({
      sandbox: true,
      seccomp: sandbox?.filter !== undefined,
      processes: limited ? 'rlimit' : 'watcher',
      memory: limited ? 'rlimit and watcher' : 'watcher',
    });
    const options = new ShellOptions(settings);
    const without = { ...options, sandbox: options.sandbox && { ...options.sandbox, prlimit: undefined } };
    const { result } = await runCommand(without, { program: 'true', args: [], folder: [], input: '' }, newCall());
    expect(result.enforcement).toMatchObject({ processes: 'watcher', memory: 'watcher' });
  });

  (existsSync('/dev/shm') ? it : it.skip)('reads a root on a file system below /dev [TOOL-8]', async () => {
    const root = mkdtempSync('/dev/shm/haft-shell-');
    try {
      writeFileSync(join(root, 'a.txt'), 'in memory');
      expect((await runScript('cat a.txt', { root })).stdout).toBe('in memory');
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('says to the application that bubblewrap is gone [TOOL-8]', async () => {
    const options = new ShellOptions({ root: folderWith(), ...asThisUser });
    const gone = {
      ...options,
      sandbox: options.sandbox && { ...options.sandbox, command: ['/nowhere/bwrap'] as const },
    };
    const command = { program: 'true', args: [], folder: [], input: '' };
    await expect(runCommand(gone, command, newCall())).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
