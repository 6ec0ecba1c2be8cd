import type { DiskUse } from '../../sandbox/disk-use.js';
import type { SandboxedProcess } from '../../sandbox/sandboxed-process.js';
import type { Enforcement } from '../command-result.js';

/** A command that runs, in a sandbox or not. */
export interface Launched
  extends Pick<SandboxedProcess, 'child' | 'kill'>, Partial<Pick<SandboxedProcess, 'usage' | 'problem'>> {
  readonly enforcement: Enforcement;
  /** Returns how much the disks of the roots have filled up. */
  diskGrowth?(): DiskUse;
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
