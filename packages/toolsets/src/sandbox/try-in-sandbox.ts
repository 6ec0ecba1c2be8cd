import { spawnSync } from 'node:child_process';
import type { HostUser, Sandbox } from './find-sandbox.js';
import { sandboxArguments, type SandboxView } from './sandbox-arguments.js';

/** A command for a trial. */
export interface TrialCommand {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly view: SandboxView;
  readonly user: HostUser | undefined;
}

/** The end of a trial. */
export interface Trial {
  /** The exit code. Null if there is none. */
  readonly status: number | null;
  /** The output of a failure, or the reason why there is none. */
  readonly problem: string;
}

/** Runs a short command in bubblewrap and waits for it. */
export function tryInSandbox(sandbox: Sandbox, { command, view, user }: TrialCommand): Trial {
  // The filter comes on the standard input, the only pipe that a synchronous child can read.
  const filter = sandbox.filter === undefined ? [] : ['--seccomp', '0'];
  const [program, ...before] = sandbox.command;
  const args = [...before, ...sandboxArguments(view, sandbox), ...filter, '--', ...command];
  const { error, status, stderr } = spawnSync(program, args, {
    ...user,
    env: {},
    encoding: 'utf8',
    input: sandbox.filter ?? '',
    timeout: TRIAL_MS,
    killSignal: 'SIGKILL',
  });
  return { status, problem: stderr.trim() || (error?.message ?? `it ended with ${String(status)}`) };
}

const TRIAL_MS = 20_000;
