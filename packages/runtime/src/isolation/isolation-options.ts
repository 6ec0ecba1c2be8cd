import type { RunContext } from '@haft/core';

/** Where `@Isolated` tools run. */
export interface IsolationOptions {
  /**
   * The module that a worker thread imports, as compiled JavaScript: it exports a runtime that has the isolated tools. The module that makes
   * this runtime fits, when importing it does nothing else.
   */
  readonly module: string | URL;
  /** The export that is the runtime. Default `runtime`. */
  readonly export?: string;
  /**
   * What the tool reads as `run.deps` in its thread: plain data, since it is copied there. The context is the tool's own in this thread.
   * Default: undefined.
   *
   * @example deps: (run) => ({ tenant: (run.deps as AppDeps).tenant })
   */
  readonly deps?: (run: RunContext) => unknown;
  /** Threads at most; each executes one call at a time. Default: as many as the machine has processors. */
  readonly threads?: number;
}
