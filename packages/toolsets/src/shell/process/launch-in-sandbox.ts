import { isRoot, type Sandbox } from '../../sandbox/find-sandbox.js';
import { WORKSPACE } from '../../sandbox/sandbox-arguments.js';
import { startInSandbox } from '../../sandbox/start-in-sandbox.js';
import type { ShellOptions } from '../shell-options.js';
import { diskGrowth } from './disk-growth.js';
import type { Command, Launched } from './launched.js';

/** Starts a command in bubblewrap. */
export function launchInSandbox(options: ShellOptions, sandbox: Sandbox, command: Command): Launched {
  // One more for the shell that is the first process.
  const processes = options.maxProcesses + 1;
  // The kernel does not limit the processes of root, also not in a user namespace.
  const nproc = isRoot(options.user) ? undefined : processes;
  const growth = diskGrowth(options.roots);
  const started = startInSandbox(sandbox, {
    command: [command.program, ...command.args],
    view: options,
    folder: [WORKSPACE, ...command.folder].join('/'),
    home: options.env.HOME ?? '/',
    user: options.user,
    limits: { nproc, data: options.maxMemoryBytes, fsize: options.maxFileBytes },
    most: { processes, memoryBytes: options.maxMemoryBytes },
    input: command.input,
  });
  return {
    ...started,
    diskGrowth: growth,
    enforcement: {
      sandbox: true,
      seccomp: sandbox.filter !== undefined,
      processes: nproc !== undefined && started.limited ? 'rlimit' : 'watcher',
      memory: started.limited ? 'rlimit and watcher' : 'watcher',
    },
  };
}
