import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findProgram } from '../../find-program.js';
import { isRoot, type Sandbox } from '../../sandbox/find-sandbox.js';
import { limitedCommand } from '../../sandbox/resource-limits.js';
import type { SandboxView } from '../../sandbox/sandbox-arguments.js';
import type { SandboxedProcess } from '../../sandbox/sandboxed-process.js';
import { FIRST_PIPE, startInSandbox } from '../../sandbox/start-in-sandbox.js';
import type { PythonOptions } from './python-options.js';
import { RUNNER_SOURCE } from './runner-source.js';

/** An interpreter that runs, in a sandbox or not. */
export interface LaunchedPython
  extends Pick<SandboxedProcess, 'child' | 'kill'>, Partial<Pick<SandboxedProcess, 'usage' | 'problem'>> {
  /** The pipe to the runner. */
  readonly input: Writable;
  /** The pipe from the runner. */
  readonly output: Readable;
}

/** The most threads of a program, with the main thread. */
export const MOST_THREADS = 64;

/** Isolated from variables, from the folder it runs in and from packages of the host. */
export const PYTHON_FLAGS = ['-I', '-S', '-B', '-X', 'utf8'] as const;

/** Starts the runner, in the sandbox if there is one. */
export function launchPython(options: PythonOptions): LaunchedPython {
  const { sandbox } = options;
  return sandbox === undefined ? launchUnsafe(options) : launchSandboxed(options, sandbox);
}

/** Returns everything that the sandbox shows to code. */
export function viewOf({ mounts, maxMemoryBytes }: PythonOptions): SandboxView {
  return { roots: [], mounts, env: {}, network: false, maxMemoryBytes };
}

function launchSandboxed(options: PythonOptions, sandbox: Sandbox): LaunchedPython {
  const started = startInSandbox(sandbox, {
    command: runner(options, FIRST_PIPE),
    view: viewOf(options),
    folder: FOLDER,
    home: FOLDER,
    user: options.user,
    limits: { nproc: isRoot(options.user) ? undefined : MOST_THREADS, data: options.maxMemoryBytes },
    most: { processes: MOST_THREADS, memoryBytes: options.maxMemoryBytes },
    input: '',
    isFirst: true,
    pipes: 2,
  });
  return { ...started, ...ends(started.pipes) };
}

/** The only folder that code can change. It is empty and in memory. */
const FOLDER = '/tmp';

/** Starts Python as the user of this process. A process that leaves the group survives it. */
function launchUnsafe(options: PythonOptions): LaunchedPython {
  const folder = mkdtempSync(join(tmpdir(), 'haft-python-'));
  if (options.user !== undefined) chownSync(folder, options.user.uid, options.user.gid);
  const prlimit = process.platform === 'linux' ? findProgram('prlimit') : undefined;
  const limited = limitedCommand(prlimit, { data: options.maxMemoryBytes });
  const [program = '', ...args] = [...limited, ...runner(options, 3)];
  const child = spawn(program, args, {
    ...options.user,
    cwd: folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.once('close', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    child: child as SandboxedProcess['child'],
    ...ends(child.stdio.slice(3)),
    kill: () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has ended.
      }
    },
  };
}

function runner({ python }: PythonOptions, first: number): readonly string[] {
  return [python, ...PYTHON_FLAGS, '-c', RUNNER_SOURCE, String(first), String(first + 1)];
}

function ends(pipes: readonly unknown[]): Pick<LaunchedPython, 'input' | 'output'> {
  const [input, output] = pipes as [Writable, Readable];
  // A program that has ended does not read its answers.
  input.on('error', () => undefined);
  output.on('error', () => undefined);
  return { input, output };
}
