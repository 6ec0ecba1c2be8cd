import { RunContext } from '@haft/core';
import { createRuntime, decision, fromInstance, type Run } from '@haft/runtime';
import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ShellOptions,
  shellToolset,
  ShellToolset,
  toolsets,
  type CommandResult,
  type ShellSettings,
} from '../../src/shell/index.js';
import { fileToolset } from '../../src/file/index.js';
import type { Command } from '../../src/shell/process/launched.js';
import { runCommand, type CommandCall } from '../../src/shell/process/run-command.js';
import { withoutApproval } from '../../src/without-approval.js';
import { processesWith } from '../support/processes-with.js';
import {
  asThisUser,
  describeSandboxed,
  folderOfUser,
  folderWith,
  isRoot,
  noSandbox,
  OTHER_USER,
  removeFolders,
} from './support/shell-run.js';

// In a file with other tests, because Jest prints no output of a file whose tests are all skipped.
if (noSandbox !== undefined) console.warn(`notice: the tests of shell commands are skipped. ${noSandbox}`);

afterAll(removeFolders);

const approveAll = ([request]: readonly { readonly id: string }[]) => ({ [request?.id ?? '']: decision.approve() });

const nowhere = '/nowhere/bwrap';

const commandOf = (script: string): Command => ({ program: '/bin/sh', args: ['-c', script], folder: [], input: '' });
const newCall = (signal = new AbortController().signal): CommandCall => ({
  seconds: 60,
  signal,
  report: () => undefined,
});

it.each<[ShellSettings, string]>([
  [{}, 'A shell toolset needs either root or roots.'],
  [{ root: 'relative' }, "The root 'relative' is not an absolute path."],
  [{ root: '/', mounts: ['/opt'] }, "'/opt' is inside the root '/', which commands can change."],
  [{ roots: { a: '/tmp', b: '/tmp' } }, "'/tmp' is inside the root '/tmp', which commands can change."],
  [{ root: '/tmp', mounts: ['opt'] }, "mounts has 'opt', which is not an absolute path."],
  [{ root: '/tmp', mounts: ['/'] }, "mounts has '/', which the sandbox cannot show."],
  [{ root: '/usr', mounts: ['/opt/../usr/a'] }, "'/usr/a' is inside the root '/usr', which commands can change."],
  [{ root: '/tmp', mounts: ['/proc/1'] }, "mounts has '/proc/1', which the sandbox cannot show."],
  [{ root: '/tmp', maxSeconds: 301 }, 'maxSeconds of the shell toolset is 301.'],
  [{ root: '/tmp', maxMemoryBytes: 0 }, 'maxMemoryBytes of the shell toolset is 0.'],
  [{ root: '/tmp', maxDiskBytes: -1 }, 'maxDiskBytes of the shell toolset is -1.'],
  [{ root: '/tmp', maxProcesses: 1.5 }, 'maxProcesses of the shell toolset is 1.5.'],
  [{ root: '/tmp', env: { 'A=B': 'c' } }, "env has the variable 'A=B', which cannot be set."],
  [{ root: '/tmp', env: { A: 'b\0c' } }, "env has the variable 'A', which cannot be set."],
])('rejects %j', (settings, message) => {
  const options = { ...settings, unsafe: true, bubblewrap: nowhere };
  expect(() => new ShellOptions(options)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION', message }));
});

it.each([
  'maxSeconds',
  'maxMemoryBytes',
  'maxProcesses',
  'maxOutputBytes',
  'maxWrittenBytes',
  'maxFileBytes',
  'maxDiskBytes',
  'maxNewFiles',
])('accepts 1 for %s, and rejects 0 and fractions', (name) => {
  const settings = { root: '/tmp', unsafe: true, bubblewrap: nowhere };
  expect(new ShellOptions({ ...settings, [name]: 1 })).toMatchObject({ [name]: 1 });
  for (const value of [0, 1.5]) {
    expect(() => new ShellOptions({ ...settings, [name]: value })).toThrow(
      expect.objectContaining({
        code: 'HAFT_INVALID_OPTION',
        message: `${name} of the shell toolset is ${value}.`,
        hint: 'Give a whole number of at least 1.',
      }),
    );
  }
});

it.each<[ShellSettings, string]>([
  [{ root: '/tmp', maxSeconds: 301 }, 'Give at most 300.'],
  [{ roots: { a: '/tmp', b: '/tmp' } }, 'Separate them.'],
  [{ root: '/tmp', env: { '': 'a' } }, 'Give texts without NUL.'],
  [{ root: '/tmp', env: { A: 1 as never } }, 'Give texts without NUL.'],
  [{ root: '/tmp', allow: ['git', ''] }, "Write whole names of programs: ['git', 'node']."],
  [{ root: '/tmp', allow: [1 as never] }, "Write whole names of programs: ['git', 'node']."],
  [{ root: '/tmp', allow: 'git' as never }, 'Write allow: [...].'],
])('says how to repair %j', (settings, hint) => {
  const options = { ...settings, unsafe: true, bubblewrap: nowhere };
  expect(() => new ShellOptions(options)).toThrow(expect.objectContaining({ code: 'HAFT_INVALID_OPTION', hint }));
});

it('has the documented defaults, and keeps what it is given', () => {
  const unsafe = { root: '/tmp', unsafe: true, bubblewrap: nowhere };
  const env = {
    HOME: '/tmp',
    LANG: 'C.UTF-8',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  };
  expect({ ...new ShellOptions(unsafe) }).toEqual({
    roots: [{ name: '', path: '/tmp', readOnly: false }],
    network: false,
    env,
    mounts: [],
    allow: undefined,
    allowScript: false,
    maxSeconds: 300,
    maxMemoryBytes: 1_000_000_000,
    maxProcesses: 256,
    maxOutputBytes: 32_000,
    maxWrittenBytes: 100_000_000,
    maxFileBytes: 1_000_000_000,
    maxDiskBytes: 10_000_000_000,
    maxNewFiles: 1_000_000,
    user: undefined,
    sandbox: undefined,
  });
  const given = { network: true, allowScript: true, maxSeconds: 300, user: OTHER_USER };
  const options = new ShellOptions({ ...unsafe, ...given, allow: ['git', 'git'], env: { HOME: '/h', A: '' } });
  expect(options).toMatchObject({ ...given, allow: new Set(['git']), env: { ...env, HOME: '/h', A: '' } });
});

it('accepts roots and mounts next to each other, and roots inside of a read-only root', () => {
  const outer = folderWith({ 'a/x': '', 'ab/x': '' });
  const inside = { roots: { a: join(outer, 'a'), ab: join(outer, 'ab') }, mounts: ['/opt'] };
  expect(new ShellOptions({ ...inside, unsafe: true, bubblewrap: nowhere })).toMatchObject({ mounts: ['/opt'] });
  const settings = { roots: { outer, a: join(outer, 'a') }, unsafe: true, bubblewrap: nowhere };
  const message = `'${join(outer, 'a')}' is inside the root '${outer}', which commands can change.`;
  expect(() => new ShellOptions(settings)).toThrow(message);
  const readOnly = { ...settings, roots: { outer: { path: outer, readOnly: true }, a: join(outer, 'a') } };
  expect(() => new ShellOptions(readOnly)).toThrow('Without a sandbox');
});

it('rejects a mount that is a link into a root', () => {
  const root = folderWith({ 'a/x': '' });
  // The sandbox cannot show a mount below /tmp, where the repository may be, too.
  const links = mkdtempSync('/var/tmp/haft-shell-');
  try {
    symlinkSync(join(root, 'a'), join(links, 'link'));
    const settings = { root, mounts: [join(links, 'link')], unsafe: true, bubblewrap: nowhere };
    const message = `'${join(root, 'a')}' is inside the root '${root}', which commands can change.`;
    expect(() => new ShellOptions(settings)).toThrow(message);
  } finally {
    rmSync(links, { recursive: true });
  }
});

it('rejects an unknown kind of approval, and an argument that is not settings', () => {
  expect(() => shellToolset({ root: '/tmp', approval: 'some' as never })).toThrow(
    expect.objectContaining({
      message: 'shellToolset approval is some.',
      hint: "Use 'all', so that a person approves each command. With 'none', no person sees a command.",
    }),
  );
  expect(() => shellToolset('/tmp' as never)).toThrow(
    expect.objectContaining({
      message: 'The argument of shellToolset() is a string.',
      hint: "Give settings, such as { root: '/srv/work' }.",
    }),
  );
});

it('does not start without bubblewrap, and says how to install it', () => {
  expect(() => shellToolset({ root: '/tmp', bubblewrap: nowhere })).toThrow(
    expect.objectContaining({
      code: 'HAFT_NO_SANDBOX',
      message: 'There is no /nowhere/bwrap on this host.',
      hint: expect.stringContaining('apt-get install bubblewrap'),
    }),
  );
});

it('does not start if bubblewrap cannot create a sandbox, and quotes its error', () => {
  const program = join(folderWith(), 'bwrap');
  writeFileSync(program, '#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n');
  chmodSync(program, 0o755);
  expect(() => new ShellOptions({ root: '/tmp', bubblewrap: program })).toThrow(
    expect.objectContaining({
      code: 'HAFT_NO_SANDBOX',
      message: 'bubblewrap cannot run a command on this host: bwrap: No permissions to create a new namespace',
    }),
  );
  expect(new ShellOptions({ root: '/tmp', bubblewrap: program, unsafe: true }).sandbox).toBeUndefined();
});

it('does not start without a sandbox on a read-only root, which it could not enforce', () => {
  const settings = { root: '/tmp', readOnly: true, unsafe: true, bubblewrap: nowhere };
  expect(() => shellToolset(settings)).toThrow(
    expect.objectContaining({
      code: 'HAFT_NO_SANDBOX',
      message: "Without a sandbox, commands can change the read-only root '/tmp'.",
    }),
  );
});

describeSandboxed('the shell toolset', () => {
  it('needs an approval for each call, and offers scripts only on request', async () => {
    const run = createRuntime({ toolsets: shellToolset({ root: folderOfUser() }) }).startRun() as Run;
    expect((await run.definitions()).map(({ name }) => name)).toEqual(['shell_run']);
    expect(await run.call('shell_run', { command: 'true' })).toMatchObject({ status: 'deferred' });
    const scripts = createRuntime({ toolsets: shellToolset({ root: folderOfUser(), allowScript: true }) }).startRun();
    expect((await scripts.definitions()).map(({ name }) => name)).toEqual(['shell_run', 'shell_script']);
  });

  it('declares the effects of its calls', async () => {
    const run = createRuntime({ toolsets: shellToolset({ root: folderOfUser() }) }).startRun() as Run;
    const [definition] = await run.definitions();
    expect(definition?.hints).toMatchObject({ destructive: true, openWorld: true });
    expect(await run.instructions()).toContain('Shell tools run one program with its arguments in the workspace');
  });

  it('comes from the container, with another root for each run', async () => {
    const outer = folderWith({ 'ann/a.txt': 'of Ann', 'bob/a.txt': 'of Bob' });
    const runtime = createRuntime({
      toolsets,
      provide: [
        {
          provide: ShellOptions,
          useFactory: (run: RunContext<{ tenant: string }>) =>
            new ShellOptions({ root: join(outer, run.deps.tenant), ...asThisUser }),
          inject: [RunContext],
        },
      ],
    });
    for (const tenant of ['ann', 'bob']) {
      const run = runtime.startRun({ deps: { tenant } });
      const outcome = await run.call(
        { name: 'shell_run', arguments: { command: 'cat', args: ['a.txt'] } },
        { onDeferred: approveAll },
      );
      expect(outcome.text.toLowerCase()).toContain(`of ${tenant}`);
      expect(await run.call('shell_script', { script: 'true' })).toMatchObject({ status: 'deferred' });
      await run.end();
    }
    await runtime.dispose();
  });

  (isRoot ? it : it.skip)('runs commands of root as the owner of the first root [TOOL-8]', async () => {
    const root = folderOfUser();
    const run = createRuntime({ toolsets: shellToolset({ root, approval: 'none' }) }).startRun() as Run;
    const outcome = await run.call('shell_run', { command: 'touch', args: ['own'] });
    expect(outcome).toMatchObject({ status: 'success', value: { exitCode: 0 } });
    expect(statSync(join(root, 'own'))).toMatchObject(OTHER_USER);
  });

  (isRoot ? it : it.skip)('runs no commands as root unless user says so [TOOL-8]', () => {
    const root = folderWith();
    expect(() => new ShellOptions({ root })).toThrow(
      expect.objectContaining({ code: 'HAFT_NO_SANDBOX', hint: expect.stringContaining(`Give '${root}' to another`) }),
    );
    expect(new ShellOptions({ root, user: OTHER_USER }).user).toEqual(OTHER_USER);
    expect(new ShellOptions({ root, user: { uid: 0, gid: 0 } }).user).toEqual({ uid: 0, gid: 0 });
  });
});

describe('commands without a sandbox', () => {
  const unsafe = { unsafe: true, bubblewrap: nowhere, allowScript: true } as const;

  it('wait for an approval each, also if the settings remove it', async () => {
    const root = folderWith({ 'a.txt': 'one' });
    const run = createRuntime({ toolsets: shellToolset({ root, approval: 'none', ...unsafe }) }).startRun() as Run;
    const call = { name: 'shell_run', arguments: { command: 'cat', args: ['a.txt'] } };
    expect(await run.call(call)).toMatchObject({ status: 'deferred' });
    expect(await run.call(call, { onDeferred: approveAll })).toMatchObject({
      status: 'success',
      text: 'Exit code 0.\n\nstdout:\none',
      value: { enforcement: { sandbox: false, seccomp: false, processes: 'none' } },
    });
  });

  it('wait also if a wrapper takes the approval from the tool', async () => {
    const root = folderWith();
    const toolset = fromInstance(new ShellToolset(new ShellOptions({ root, ...unsafe })), toolsets);
    const run = createRuntime({ toolsets: withoutApproval(toolset) }).startRun() as Run;
    expect(await run.call('shell_run', { command: 'touch', args: ['made'] })).toMatchObject({ status: 'deferred' });
    expect(existsSync(join(root, 'made'))).toBe(false);
  });

  it('get the environment of the settings, and end with their group when the call is cancelled', async () => {
    process.env.HAFT_CANARY = 'secret';
    const cancel = new AbortController();
    const toolset = shellToolset({ root: folderWith(), ...unsafe, env: { GIVEN: 'yes' } });
    const run = createRuntime({ toolsets: toolset }).startRun({ signal: cancel.signal }) as Run;
    const marker = randomUUID();
    let printed = '';
    const script = `trap '' TERM; env; exec sh -c 'while :; do sleep 1000; done' ${marker}`;
    const outcome = await run.call(
      { name: 'shell_script', arguments: { script } },
      {
        onDeferred: approveAll,
        onProgress: (part) => {
          printed += (part as { text: string }).text;
          cancel.abort();
        },
      },
    );
    delete process.env.HAFT_CANARY;
    expect(outcome).toMatchObject({ status: 'interrupted' });
    expect(printed).toContain('GIVEN=yes');
    expect(printed).not.toContain('CANARY');
    while (processesWith(marker).length > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('answers although a process that it left holds the output open', async () => {
    const run = createRuntime({ toolsets: shellToolset({ root: folderWith(), ...unsafe }) }).startRun() as Run;
    const script = "setsid sh -c 'echo $$ > pid; exec sleep 1000' & while ! [ -s pid ]; do :; done; cat pid";
    const outcome = await run.call({ name: 'shell_script', arguments: { script } }, { onDeferred: approveAll });
    const { stdout } = (outcome as { value: CommandResult }).value;
    process.kill(Number(stdout), 'SIGKILL');
    expect(outcome).toMatchObject({ status: 'success', value: { exitCode: 0 } });
  });

  it('gets its input, starts in its root, and reports a signal and the limits of the kernel', async () => {
    const roots = { a: folderWith({ 'in/x': '' }), b: folderWith({ 'in/y': '' }) };
    const run = createRuntime({ toolsets: shellToolset({ roots, ...unsafe }) }).startRun() as Run;
    const resultOf = async (script: string, args: object): Promise<CommandResult> => {
      const call = { name: 'shell_script', arguments: { script, ...args } };
      return ((await run.call(call, { onDeferred: approveAll })) as { value: CommandResult }).value;
    };
    expect(await resultOf('cat; ls', { input: 'given\n', cwd: 'b/in' })).toMatchObject({ stdout: 'given\ny\n' });
    expect(await resultOf('cat; ls', {})).toMatchObject({ stdout: 'in\n' });
    const { enforcement, ...killed } = await resultOf('echo a >&2; kill -SEGV $$', { cwd: 'a' });
    expect(killed).toEqual({
      exitCode: 139,
      signal: 'SIGSEGV',
      stdout: '',
      stderr: 'a\n',
      stdoutTruncated: false,
      stderrTruncated: false,
    });
    const memory = existsSync('/usr/bin/prlimit') ? 'rlimit' : 'none';
    expect(enforcement).toEqual({ sandbox: false, seccomp: false, processes: 'none', memory });
    expect(await resultOf('exit 200', { cwd: 'a' })).toMatchObject({ exitCode: 200 });
    expect(await resultOf('exit 200', { cwd: 'a' })).not.toHaveProperty('signal');
  });

  it('answer to arguments that are too long for the kernel', async () => {
    const run = createRuntime({ toolsets: shellToolset({ root: folderWith(), ...unsafe }) }).startRun() as Run;
    const call = { name: 'shell_run', arguments: { command: 'true', args: ['a'.repeat(200_000)] } };
    expect(await run.call(call, { onDeferred: approveAll })).toMatchObject({
      status: 'retry',
      text: expect.stringContaining('The arguments are too long. Give the text as input, or write it to a file first.'),
    });
  });

  it('tells the model of a missing program or folder', async () => {
    const run = createRuntime({ toolsets: shellToolset({ root: folderWith(), ...unsafe }) }).startRun() as Run;
    const ask = (args: object) => run.call({ name: 'shell_run', arguments: args }, { onDeferred: approveAll });
    expect((await ask({ command: 'ls', cwd: 'nowhere' })).text).toContain('cannot be found');
    expect((await ask({ command: 'no-such-program' })).text).toMatch(/There is no program|cannot be found/);
  });

  it('tell the model of a folder that they cannot enter', async () => {
    const root = folderWith({ 'a.txt': '' });
    symlinkSync('loop', join(root, 'loop'));
    const runtime = createRuntime({ toolsets: shellToolset({ root, ...unsafe }), limits: { retries: 9 } });
    const run = runtime.startRun() as Run;
    const ask = (cwd: string) =>
      run.call({ name: 'shell_run', arguments: { command: 'ls', cwd } }, { onDeferred: approveAll });
    const codes = { 'a.txt': 'ENOTDIR', loop: 'ELOOP', ['a'.repeat(300)]: 'ENAMETOOLONG' };
    for (const [cwd, code] of Object.entries(codes)) {
      expect(await ask(cwd)).toMatchObject({
        status: 'retry',
        text: expect.stringContaining(`The program or its folder cannot be found or used (${code}).`),
      });
    }
  });

  it('run no script unless the settings allow it', async () => {
    const options = new ShellOptions({ root: folderWith(), ...unsafe, allowScript: false });
    const run = createRuntime({ toolsets: fromInstance(new ShellToolset(options), toolsets) }).startRun() as Run;
    const call = { name: 'shell_script', arguments: { script: 'true' } };
    expect(await run.call(call, { onDeferred: approveAll })).toMatchObject({
      status: 'failed',
      text: 'Scripts are not allowed. Call shell_run for each program.',
    });
  });

  it('let calls of other runs change their folder meanwhile', async () => {
    const root = folderWith();
    const runtime = createRuntime({ toolsets: [fileToolset({ root }), shellToolset({ root, ...unsafe })] });
    const other = runtime.startRun();
    const outcome = await runtime.startRun().call(
      { name: 'shell_script', arguments: { script: 'echo begun; while ! [ -e go ]; do :; done' } },
      {
        onDeferred: approveAll,
        onProgress: () => void other.call('file_write', { path: 'go', content: 'now' }),
      },
    );
    expect(outcome).toMatchObject({ status: 'success', value: { exitCode: 0 } });
  });

  it('are limited by the output of both streams together, and show output of the longest length whole', async () => {
    const options = new ShellOptions({ root: folderWith(), ...unsafe, maxWrittenBytes: 1_000, maxOutputBytes: 6 });
    const shownOf = async (script: string) => (await runCommand(options, commandOf(script), newCall())).shown;
    expect(await shownOf('printf 123456; printf 123456 >&2')).toMatchObject({
      stdout: '123456',
      stderr: '123456',
      stdoutTruncated: false,
      stderrTruncated: false,
    });
    expect(await shownOf('printf 1234567; printf 12345678 >&2')).toMatchObject({
      stdoutTruncated: true,
      stderrTruncated: true,
    });
    for (const script of ['yes', 'yes >&2', 'head -c 600 /dev/zero; head -c 600 /dev/zero >&2; sleep 1000'])
      expect(await shownOf(script)).toMatchObject({ stopped: 'output' });
    expect(await shownOf('head -c 600 /dev/zero; head -c 400 /dev/zero >&2')).not.toHaveProperty('stopped');
  });

  it('end with the reason of the cancel, leave no timer behind, and do not begin after it', async () => {
    const root = folderWith();
    const options = new ShellOptions({ root, ...unsafe });
    const cancel = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await runCommand(options, commandOf('true'), newCall(cancel.signal));
    expect([timers(), getEventListeners(cancel.signal, 'abort')]).toEqual([before, []]);
    const report = () => {
      cancel.abort(new Error('enough'));
    };
    const begun = runCommand(options, commandOf('echo a; sleep 1000'), { ...newCall(cancel.signal), report });
    await expect(begun).rejects.toThrow('enough');
    await expect(runCommand(options, commandOf('touch made'), newCall(cancel.signal))).rejects.toThrow('enough');
    expect(existsSync(join(root, 'made'))).toBe(false);
    expect(timers()).toBe(before);
  });

  it('are not limited by the kernel on a host without prlimit', async () => {
    const options = new ShellOptions({ root: folderWith({ 'a.txt': '' }), ...unsafe });
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    try {
      const { result } = await runCommand(options, commandOf('true'), newCall());
      expect(result.enforcement).toEqual({ sandbox: false, seccomp: false, processes: 'none', memory: 'none' });
      for (const [program, code] of Object.entries({ './a.txt': 'EACCES', './b.txt': 'ENOENT' })) {
        await expect(runCommand(options, { ...commandOf(''), program }, newCall())).rejects.toThrow(
          `The program or its folder cannot be found or used (${code}).`,
        );
      }
    } finally {
      process.env.PATH = path;
    }
  });
});
