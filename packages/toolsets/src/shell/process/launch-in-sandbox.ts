import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import type { ShellOptions } from '../shell-options.js';
import { isRoot, type Sandbox } from '../sandbox/find-sandbox.js';
import { sandboxArguments, WORKSPACE } from '../sandbox/sandbox-arguments.js';
import { inheritedDescriptors } from './inherited-descriptors.js';
import type { Command, Launched } from './launched.js';
import { processUsage } from './process-usage.js';
import { limitedCommand } from './resource-limits.js';

/** Starts a command in bubblewrap. */
export function launchInSandbox(options: ShellOptions, sandbox: Sandbox, command: Command): Launched {
  const limits = {
    // One more for the shell that is the first process. The kernel does not limit the processes of
    // root, also not in a user namespace.
    nproc: isRoot(options.user) ? undefined : options.maxProcesses + 1,
    data: options.maxMemoryBytes,
    fsize: options.maxFileBytes,
  };
  const limited = limitedCommand(sandbox.prlimit, limits);
  const args = [
    ...['--json-status-fd', String(STATUS), '--args', String(ARGUMENTS)],
    ...['--', ...FIRST_PROCESS, ...sandbox.nice, ...limited, command.program, ...command.args],
  ];
  const child = spawnSealed(sandbox, args, options);
  const pipe = (index: number): Writable | null => child.stdio[index] as Writable | null;
  send(child.stdin, command.input);
  send(pipe(ARGUMENTS), [...viewArguments(options, sandbox, command), ''].join('\0'));
  send(pipe(FILTER), sandbox.filter ?? '');
  send(pipe(USERS), `sandbox:x:1000:1000:sandbox:${options.env.HOME ?? '/'}:/bin/sh\n`);
  send(pipe(GROUPS), 'sandbox:x:1000:\n');

  const most = { processes: options.maxProcesses + 1, memoryBytes: options.maxMemoryBytes };
  let status = '';
  let first: number | undefined;
  let killed = false;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const killFirst = (): void => {
    // bubblewrap waits for the first process, so its number stays taken until bubblewrap ends.
    const pid = first;
    if (pid === undefined || hasEnded()) return;
    // It ends all others, and must not wait behind thousands of them. Only root may do that.
    attempt(() => {
      setPriority(pid, constants.priority.PRIORITY_HIGHEST);
    });
    attempt(() => {
      process.kill(pid, 'SIGKILL');
    });
  };
  (child.stdio[STATUS] as NodeJS.ReadableStream).setEncoding('utf8').on('data', (text: string) => {
    status += text;
    first ??= numberIn(status, 'child-pid');
    if (killed) killFirst();
  });
  return {
    child: child as Launched['child'],
    enforcement: {
      sandbox: true,
      seccomp: sandbox.filter !== undefined,
      processes: limits.nproc !== undefined && limited.length > 0 ? 'rlimit' : 'watcher',
      memory: limited.length > 0 ? 'rlimit and watcher' : 'watcher',
    },
    kill: () => {
      // Not bubblewrap itself: before the command begins, its death would leave the sandbox alone.
      killed = true;
      killFirst();
    },
    usage: () => (first === undefined || hasEnded() ? undefined : processUsage(first, most)),
    problem: (stderr) => (numberIn(status, 'exit-code') === undefined ? stderr.trim() || 'no output' : undefined),
  };
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // It has just ended, or this process may not do that.
  }
}

/** Descriptors of bubblewrap. The command gets none of them. */
const STATUS = 3;
const ARGUMENTS = 4;
const FILTER = 5;
const USERS = 6;
const GROUPS = 7;
const NEXT = 8;

/**
 * A shell that waits for the command. Without it, the command would be the first process, which
 * ignores signals and has to collect the exit codes of all others.
 */
const FIRST_PROCESS = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'];

function viewArguments(options: ShellOptions, sandbox: Sandbox, { folder }: Command): readonly string[] {
  return [
    ...['--file', String(USERS), '/etc/passwd', '--file', String(GROUPS), '/etc/group'],
    ...sandboxArguments(options, sandbox),
    ...(sandbox.filter === undefined ? [] : ['--seccomp', String(FILTER)]),
    ...['--chdir', [WORKSPACE, ...folder].join('/')],
  ];
}

/**
 * Starts bubblewrap so that the command gets no open file of the host: also not `/dev/null`, whose
 * mode a command of root could change.
 */
function spawnSealed({ command, filter }: Sandbox, args: readonly string[], { user }: ShellOptions) {
  const [program, ...before] = command;
  const inherited = inheritedDescriptors(NEXT);
  const stdio = Array.from({ length: Math.max(NEXT, ...inherited.map((last) => last + 1)) }, (_, descriptor) =>
    descriptor < NEXT || inherited.includes(descriptor) ? 'pipe' : 'ignore',
  );
  if (filter === undefined) stdio[FILTER] = 'ignore';
  const child = spawn(program, [...before, ...args], { ...user, cwd: '/', env: {}, stdio });
  for (const descriptor of inherited) send(child.stdio[descriptor] as Writable, '');
  return child;
}

/** A child that ends early does not read its input, which is not an error of the command. */
function send(pipe: Writable | null, text: string | Buffer): void {
  pipe?.on('error', () => undefined).end(text);
}

/** Reads a number of the JSON texts that bubblewrap writes one after the other. */
function numberIn(status: string, name: string): number | undefined {
  const [, digits] = new RegExp(`"${name}": (\\d+)[,\\s}]`).exec(status) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
