import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Enforcement } from '../command-result.js';

/** A command that runs. */
export interface Launched {
  readonly child: ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };
  readonly enforcement: Enforcement;
  /** Ends all processes of the command with SIGKILL. Can be called at any time. */
  kill(): void;
  /** Measures the processes. Undefined before the command begins and after its end. */
  usage?(): Usage | undefined;
  /**
   * Returns why the command did not begin, or undefined if it began. Called after the end.
   *
   * @param stderr - the output of the command
   */
  problem?(stderr: string): string | undefined;
}

/** The resources that all processes of a command use. */
export interface Usage {
  /** Processes and their threads. */
  readonly processes: number;
  readonly memoryBytes: number;
}

/** The program to start. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** Names from the workspace on. */
  readonly folder: readonly string[];
  /** The standard input. Empty without one. */
  readonly input: string;
}
