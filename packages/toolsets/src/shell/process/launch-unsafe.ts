import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findProgram } from '../../find-program.js';
import type { ShellOptions } from '../shell-options.js';
import type { Command, Launched } from './launched.js';
import { limitedCommand } from '../../sandbox/resource-limits.js';

/**
 * Starts a command without a sandbox, as the user of this process. A process that leaves the
 * process group survives the call.
 */
export function launchUnsafe(options: ShellOptions, command: Command): Launched {
  const limits = { data: options.maxMemoryBytes, fsize: options.maxFileBytes };
  const prlimit = process.platform === 'linux' ? findProgram('prlimit') : undefined;
  const limited = limitedCommand(prlimit, limits);
  const [program = '', ...args] = [...limited, command.program, ...command.args];
  const child = spawn(program, args, {
    ...options.user,
    cwd: hostFolder(options, command),
    env: options.env,
    stdio: [command.input === '' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin?.on('error', () => undefined).end(command.input);
  return {
    child: child as Launched['child'],
    enforcement: {
      sandbox: false,
      seccomp: false,
      processes: 'none',
      memory: limited.length > 0 ? 'rlimit' : 'none',
    },
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

function hostFolder({ roots }: ShellOptions, { folder }: Command): string {
  const [only] = roots;
  if (only?.name === '') return join(only.path, ...folder);
  const [name, ...inside] = folder;
  const root = roots.find((one) => one.name === name) ?? only;
  return join(root?.path ?? '/', ...inside);
}
