import { spawnSync } from 'node:child_process';
import { HaftError } from '@haft/core';
import { findProgram, isProgram } from '../../find-program.js';
import { sandboxArguments } from './sandbox-arguments.js';
import { seccompFilter } from './seccomp-filter.js';

/** A user of the host, as numbers. */
export interface HostUser {
  readonly uid: number;
  readonly gid: number;
}

/** Bubblewrap on this host, after a trial. */
export interface Sandbox {
  /** Path of `bwrap`. */
  readonly program: string;
  /** Whether its version can limit the size of a `tmpfs`. */
  readonly sizes: boolean;
  /** The filter for system calls. Undefined on machines other than x64 and arm64. */
  readonly filter: Buffer | undefined;
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
    program,
    sizes: isAtLeast(program, 7),
    filter: seccompFilter(process.arch),
    prlimit: ['/usr/bin/prlimit', '/bin/prlimit'].find(isProgram),
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
  const args = sandboxArguments({ roots: [], mounts: [], env: {}, network, maxMemoryBytes: 1_000_000 }, sandbox);
  // The filter comes on the standard input, the only pipe that a synchronous child can read.
  const filter = sandbox.filter === undefined ? [] : ['--seccomp', '0'];
  const { error, status, stderr } = spawnSync(sandbox.program, [...args, ...filter, '--', '/bin/sh', '-c', 'exit 42'], {
    ...user,
    env: {},
    encoding: 'utf8',
    input: sandbox.filter ?? '',
    timeout: TRIAL_MS,
    killSignal: 'SIGKILL',
  });
  if (status === 42) return undefined;
  return (error?.message ?? stderr.trim()) || `it ended with ${String(status)}`;
}

const TRIAL_MS = 20_000;

/** Makes the error of a host that cannot confine commands. */
export function noSandbox(message: string): HaftError {
  return new HaftError('HAFT_NO_SANDBOX', message, {
    hint: `Install it, such as with 'apt-get install bubblewrap', and let it create user namespaces. ${WITHOUT}`,
  });
}

const WITHOUT = 'With unsafe: true, commands run without a sandbox, and a person must approve each call.';
