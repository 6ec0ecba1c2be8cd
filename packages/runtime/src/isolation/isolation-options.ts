import type { RunContext } from '@haft/core';

/** Settings of the threads of `@Isolated` tools. */
export interface IsolationOptions {
  /**
   * Compiled module that each worker thread imports. It exports a runtime with the isolated tools.
   * Use the module that creates this runtime, if its import has no other effects.
   */
  readonly module: string | URL;
  /** Name of the export that is the runtime. Default: `'runtime'`. */
  readonly export?: string;
  /**
   * Returns `run.deps` for the tool in its thread. It is copied there, so it must be plain data.
   * The argument is the context of the tool in this thread: you may type it as
   * `RunContext<YourDeps>`. Default: undefined.
   *
   * @example deps: (run: RunContext<AppDeps>) => ({ tenant: run.deps.tenant })
   */
  readonly deps?: { deps(run: RunContext): unknown }['deps'];
  /** Most threads. Each executes one call at a time. Default: the number of processors. */
  readonly threads?: number;
}
