import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { HostUser, Sandbox } from './find-sandbox.js';
import { inheritedDescriptors } from './inherited-descriptors.js';
import { processUsage } from './process-usage.js';
import { limitedCommand, type ResourceLimits } from './resource-limits.js';
import { sandboxArguments, type SandboxView } from './sandbox-arguments.js';
import type { SandboxedProcess, Usage } from './sandboxed-process.js';

/** A command for a sandbox. */
export interface SandboxedCommand {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly view: SandboxView;
  /** The folder to run it in, as the sandbox names it. */
  readonly folder: string;
  /** The home folder of its user, as the sandbox names it. */
  readonly home: string;
  /** The user of the host that runs it. Default the user of this process. */
  readonly user: HostUser | undefined;
  /** Limits of the kernel, if the host has `prlimit`. */
  readonly limits: ResourceLimits;
  /** A use below is not measured closely. */
  readonly most: Usage;
  /** The standard input. */
  readonly input: string;
  /**
   * Whether the command is the first process, which needs no other process. It ignores most signals
   * that it sends itself. Default false.
   */
  readonly isFirst?: boolean;
  /** How many pipes the command gets besides the standard ones, from descriptor 8 on. Default 0. */
  readonly pipes?: number;
}

/** The first descriptor of `SandboxedCommand.pipes`. */
export const FIRST_PIPE = 8;

/** Starts a command in bubblewrap. */
export function startInSandbox(sandbox: Sandbox, wanted: SandboxedCommand): SandboxedProcess {
  const limited = limitedCommand(sandbox.prlimit, wanted.limits);
  const args = [
    ...['--json-status-fd', String(STATUS), '--args', String(ARGUMENTS)],
    ...['--', ...(wanted.isFirst === true ? [] : FIRST_PROCESS), ...sandbox.nice, ...limited, ...wanted.command],
  ];
  const child = spawnSealed(sandbox, args, wanted);
  const pipe = (index: number): Writable | null => child.stdio[index] as Writable | null;
  send(child.stdin, wanted.input);
  send(pipe(ARGUMENTS), [...viewArguments(sandbox, wanted), ''].join('\0'));
  send(pipe(FILTER), sandbox.filter ?? '');
  send(pipe(USERS), `sandbox:x:1000:1000:sandbox:${wanted.home}:/bin/sh\n`);
  send(pipe(GROUPS), 'sandbox:x:1000:\n');

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
    child: child as SandboxedProcess['child'],
    pipes: child.stdio.slice(FIRST_PIPE, FIRST_PIPE + (wanted.pipes ?? 0)) as (Readable & Writable)[],
    limited: limited.length > 0,
    kill: () => {
      // Not bubblewrap itself: before the command begins, its death would leave the sandbox alone.
      killed = true;
      killFirst();
    },
    usage: () => (first === undefined || hasEnded() ? undefined : processUsage(first, wanted.most)),
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

/**
 * A shell that waits for the command. Without it, the command would be the first process, which
 * ignores signals and has to collect the exit codes of all others.
 */
const FIRST_PROCESS = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'];

function viewArguments(sandbox: Sandbox, { view, folder }: SandboxedCommand): readonly string[] {
  return [
    ...['--file', String(USERS), '/etc/passwd', '--file', String(GROUPS), '/etc/group'],
    ...sandboxArguments(view, sandbox),
    ...(sandbox.filter === undefined ? [] : ['--seccomp', String(FILTER)]),
    ...['--chdir', folder],
  ];
}

/**
 * Starts bubblewrap so that the command gets no open file of the host: also not `/dev/null`, whose
 * mode a command of root could change.
 */
function spawnSealed({ command, filter }: Sandbox, args: readonly string[], wanted: SandboxedCommand) {
  const [program, ...before] = command;
  const next = FIRST_PIPE + (wanted.pipes ?? 0);
  const inherited = inheritedDescriptors(next);
  const stdio = Array.from({ length: Math.max(next, ...inherited.map((last) => last + 1)) }, (_, descriptor) =>
    descriptor < next || inherited.includes(descriptor) ? 'pipe' : 'ignore',
  );
  if (filter === undefined) stdio[FILTER] = 'ignore';
  const child = spawn(program, [...before, ...args], { ...wanted.user, cwd: '/', env: {}, stdio });
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
