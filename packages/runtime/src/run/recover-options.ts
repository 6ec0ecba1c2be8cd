import type { RunOptions } from './run-options.js';

/** The facts of a call that a process continues for another one. */
export interface RecoveredRun {
  readonly runId: string;
  readonly tenantId?: string;
  readonly userId?: string;
  readonly tool: string;
}

/** Options of `runtime.recover`. */
export interface RecoverOptions<Deps = unknown> {
  /** Most calls. Default: 100. */
  readonly limit?: number;
  /**
   * Which calls. `'background'` is for a worker process, which executes background calls of other
   * processes and continues those of a dead one. Default: `'all'`.
   */
  readonly calls?: 'all' | 'background';
  /**
   * How long an approved or queued call may wait before this process takes it, in milliseconds.
   * Default: `leaseMs`.
   */
  readonly idleMs?: number;
  /**
   * Attempts of a call that killed its process each time. After them, its end is unknown, and a
   * person decides. From the third attempt on, such calls run one after the other. Default: 5.
   */
  readonly maxAttempts?: number;
  /** Returns the options of the run of a call, such as `deps`. Default: none. */
  readonly runOptions?: (run: RecoveredRun) => RecoverRunOptions<Deps> | Promise<RecoverRunOptions<Deps>>;
}

/** The options of a run that continues for another process. */
export type RecoverRunOptions<Deps = unknown> = Omit<RunOptions<Deps>, 'id' | 'userId' | 'tenantId' | 'onDeferred'>;

/** The result of `runtime.recover`. */
export interface Recovered {
  /** The keys of calls that have ended now. */
  readonly ended: readonly string[];
  /** The keys of calls that ask for a decision now. */
  readonly waiting: readonly string[];
  /** The keys of background calls that are executed from now on, here or by their executor. */
  readonly started: readonly string[];
  /**
   * The keys of calls whose tool this runtime lacks, or has with other parameters. They stay as
   * they are, for a process that has the tool.
   */
  readonly skipped: readonly string[];
  /** The calls that could not be continued, with the errors. A later pass tries them again. */
  readonly failed: readonly { readonly key: string; readonly error: unknown }[];
}
