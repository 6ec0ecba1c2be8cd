/** What a run has used up when it is asked. */
export interface RunUsage {
  /** Calls that the run let in, of all tools; the one that asks is among them, refused ones are not. */
  readonly calls: number;
  /** As many more it lets in; undefined without a limit. */
  readonly callsLeft: number | undefined;
  /** Calls of this tool that the run let in. */
  readonly toolCalls: number;
  /** As many more the tool's own `@CallLimit({ perRun })` lets in; undefined without one. */
  readonly toolCallsLeft: number | undefined;
}
