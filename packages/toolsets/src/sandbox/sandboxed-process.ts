import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** A process that runs in a sandbox, and its children. */
export interface SandboxedProcess {
  readonly child: ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };
  /** The host's ends of `SandboxedCommand.pipes`, in their order. */
  readonly pipes: readonly (Readable & Writable)[];
  /** Whether the kernel limits memory and files, and perhaps processes. */
  readonly limited: boolean;
  /** Ends all processes with SIGKILL. Can be called at any time. */
  kill(): void;
  /** Measures the processes. Undefined before the command begins and after its end. */
  usage(): Usage | undefined;
  /**
   * Returns why the command did not begin, or undefined if it began. Called after the end.
   *
   * @param stderr - the output of the command
   */
  problem(stderr: string): string | undefined;
}

/** The resources that all processes of a command use. */
export interface Usage {
  /** Processes and their threads. */
  readonly processes: number;
  readonly memoryBytes: number;
}
