/** Why a command was stopped before its end. */
export type StopReason = 'time' | 'memory' | 'processes' | 'output' | 'disk' | 'files';

/**
 * The mechanisms that limited a command.
 *
 * @remarks
 * `sandbox`: the command ran in bubblewrap. `seccomp`: a filter rejected dangerous system calls.
 * `processes`: with `rlimit`, the kernel rejects the next process. A `watcher` stops the command.
 * `memory`: with `rlimit`, the kernel limits each process. A `watcher` adds up all processes.
 */
export interface Enforcement {
  sandbox: boolean;
  seccomp: boolean;
  processes: 'rlimit' | 'watcher' | 'none';
  memory: 'rlimit and watcher' | 'watcher' | 'rlimit' | 'none';
}

/** The end of a command. */
export interface CommandResult {
  /** The exit code. After a signal 128 plus its number, as in a shell. */
  exitCode: number;
  /** The signal that ended the command, such as `SIGSEGV`. */
  signal?: string;
  stdout: string;
  stderr: string;
  /** Whether the middle of stdout was left out. */
  stdoutTruncated: boolean;
  /** Whether the middle of stderr was left out. */
  stderrTruncated: boolean;
  /** Why the command was stopped, if it was. */
  stopped?: StopReason;
  enforcement: Enforcement;
}
