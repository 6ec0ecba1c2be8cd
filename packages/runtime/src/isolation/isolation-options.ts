/** Where `@Isolated` tools run. */
export interface IsolationOptions {
  /**
   * The module that a worker thread imports, as compiled JavaScript: it exports a runtime that has the isolated tools. The module that makes
   * this runtime fits, when importing it does nothing else.
   */
  readonly module: string | URL;
  /** The export that is the runtime. Default `runtime`. */
  readonly export?: string;
  /** Threads at most; each executes one call at a time. Default: as many as the machine has processors. */
  readonly threads?: number;
}
