/** The facts that a build knows about tools, and a run time does not. */
export interface BuildFacts {
  /** The places of tools in the sources, by name of the class and the method: `Bank.pay`. */
  readonly places?: Readonly<Record<string, ToolPlace>>;
  /** The warnings and errors of the last build. */
  readonly warnings?: readonly BuildWarning[];
  /** The lines of `haft diff` between the committed module and the sources. */
  readonly changes?: readonly string[];
  /** The message of a build that failed. */
  readonly failure?: string;
  /** Whether sources have changed that are not compiled yet. */
  readonly isStale?: boolean;
  /** The module that exports the runtime. */
  readonly module?: RuntimeModule;
}

/** The module that exports the runtime, for tests that the page writes. */
export interface RuntimeModule {
  /** The path as a test imports it: `../src/runtime.js`. */
  readonly path: string;
  /** Whether its export `runOptions` is a function or a value. Unset without one. */
  readonly runOptions?: 'function' | 'value';
  /** Whether the export `runtime` is a promise. Default: false. */
  readonly isPromise?: boolean;
  /** Whether it exports the function `close`. Default: false. */
  readonly closes?: boolean;
  /** The framework of tests. Default: the globals of Jest and Vitest. */
  readonly tests?: 'globals' | '@jest/globals' | 'vitest' | 'node:test';
}

/** A place in a source file. */
export interface ToolPlace {
  /** The absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A diagnostic of a build. */
export interface BuildWarning extends Partial<ToolPlace> {
  /** For example `HAFT1001`. */
  readonly code: string;
  readonly message: string;
  readonly isError: boolean;
  /** Name of the tool, or its class and method: `Bank.pay`. Unset if it is about no tool. */
  readonly tool?: string;
}
