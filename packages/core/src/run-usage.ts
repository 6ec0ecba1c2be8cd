/** The usage of a run so far. */
export interface RunUsage {
  /**
   * Calls of all tools that the run accepted, including the current one. Rejected calls do not
   * count.
   */
  readonly calls: number;
  /** How many more calls the run accepts. Undefined without a limit. */
  readonly callsLeft: number | undefined;
  /** Calls of this tool that the run accepted. */
  readonly toolCalls: number;
  /** How many more calls the tool's `@CallLimit({ perRun })` accepts. Undefined without one. */
  readonly toolCallsLeft: number | undefined;
}
