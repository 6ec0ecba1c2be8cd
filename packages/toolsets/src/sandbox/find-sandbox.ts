import { spawnSync } from 'node:child_process';
import { findPrlimit } from './find-prlimit.js';
import { HaftError } from '@haft/core';
import { findProgram, isProgram } from '../find-program.js';
import { seccompFilter } from './seccomp-filter.js';
import { tryInSandbox } from './try-in-sandbox.js';

/** A user of the host, as numbers. */
export interface HostUser {
  readonly uid: number;
  readonly gid: number;
}

/** Bubblewrap on this host, after a trial. */
export interface Sandbox {
  /** The path of `bwrap`, after the programs that start it. */
  readonly command: readonly [string, ...string[]];
  /** Whether its version can limit the size of a `tmpfs`. */
  readonly sizes: boolean;
  /** The filter for system calls. Undefined on machines other than x64 and arm64. */
  readonly filter: Buffer | undefined;
  /**
   * The command that lowers the priority of another one, if the host has it. It must not slow down
   * this process, which stops it, and its first process, which ends the others.
   */
  readonly nice: readonly string[];
  /** Path of `prlimit`, which is the same in the sandbox. Undefined if the host has none. */
  readonly prlimit: string | undefined;
}

interface Wanted {
  readonly bubblewrap?: string;
  readonly user?: HostUser;
  readonly network?: boolean;
  readonly unsafe?: boolean;
}

/** Successful trials by program, user and network. A failed one is repeated. */
const trials = new Map<string, Sandbox>();

/**
 * Finds bubblewrap and runs `true` in it, once for a process.
 *
 * @returns undefined if the host has no sandbox and `unsafe` is set
 * @throws {HaftError} HAFT_NO_SANDBOX if the host has no sandbox
 */
export function findSandbox({ bubblewrap, user, network = false, unsafe = false }: Wanted): Sandbox | undefined {
  const program = bubblewrap ?? findProgram('bwrap');
  if (process.platform !== 'linux' || program === undefined || !isProgram(program)) {
    if (unsafe) return undefined;
    throw noSandbox(`There is no ${bubblewrap ?? 'bubblewrap (bwrap)'} on this host.`);
  }
  const key = [program, user?.uid, user?.gid, network].join(':');
  const known = trials.get(key);
  if (known !== undefined) return known;
  const sandbox: Sandbox = {
    command: isRoot(user) ? [...PROTECT_DEVICES, program] : [program],
    sizes: isAtLeast(program, 7),
    filter: seccompFilter(process.arch),
    nice: ['/usr/bin/nice', '/bin/nice']
      .filter(isProgram)
      .slice(0, 1)
      .flatMap((nice) => [nice, '-n', '10']),
    prlimit: findPrlimit(),
  };
  const problem = tryOut(sandbox, { network, ...(user && { user }) });
  if (problem === undefined) trials.set(key, sandbox);
  else if (unsafe) return undefined;
  else throw noSandbox(`bubblewrap cannot run a command on this host: ${problem}`);
  return sandbox;
}

function isAtLeast(program: string, minor: number): boolean {
  const { stdout } = spawnSync(program, ['--version'], { env: {}, encoding: 'utf8' });
  const [, first = '0', second = '0'] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(first) > 0 || Number(second) >= minor;
}

/** Returns why a command cannot run, or undefined if it can. */
function tryOut(sandbox: Sandbox, { user, network }: { user?: HostUser; network: boolean }): string | undefined {
  const view = { roots: [], mounts: [], env: {}, network, maxMemoryBytes: 1_000_000 };
  const { status, problem } = tryInSandbox(sandbox, { command: TRIAL, view, user });
  if (status === CONFINED) return undefined;
  if (status === CHANGES_HOST) return `commands could change the host. Set user, so that they do not run as root`;
  return problem;
}

/** The mode is the one that the device has, so that nothing changes if the trial succeeds. */
const CONFINED = 42;
const CHANGES_HOST = 43;
const CHANGE_HOST = 'chmod 666 /dev/null || : >> /proc/sys/kernel/core_pattern';
const TRIAL = ['/bin/sh', '-c', `(${CHANGE_HOST}) 2> /tmp/errors && exit ${CHANGES_HOST}; exit ${CONFINED}`];

/**
 * Starts a program that sees the devices in a read-only mount. In a sandbox of root, commands own
 * the devices of the host and could change their modes. bubblewrap cannot mount them read-only.
 * File systems below `/dev` stay, since a root may be in one: `/dev/shm`.
 */
const PROTECT_DEVICES = [
  ...['/usr/bin/env', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'unshare', '--mount', '--'],
  ...['sh', '-c', 'mount --rbind /dev /dev && mount -o remount,bind,ro /dev && exec "$@"', 'sh'],
] as const;

/**
 * Returns whether commands run as root.
 *
 * @param user - default the user of this process
 */
export function isRoot(user?: HostUser): boolean {
  return (user?.uid ?? process.getuid?.()) === 0;
}

/** Makes the error of a process of root that names no other user for commands. */
export function runsAsRoot([root]: readonly { readonly path: string }[]): HaftError {
  return new HaftError('HAFT_NO_SANDBOX', 'Commands would run as root, whose processes no kernel limits.', {
    hint: `Give '${root?.path ?? ''}' to another user (chown), or set user, such as { uid: 1000, gid: 1000 }.`,
  });
}

/** Makes the error of a host that cannot confine commands. */
export function noSandbox(message: string): HaftError {
  return new HaftError('HAFT_NO_SANDBOX', message, {
    hint: `Install it, such as with 'apt-get install bubblewrap', and let it create user namespaces. ${WITHOUT}`,
  });
}

const WITHOUT = 'With unsafe: true, a model controls this host with the rights of your process.';
