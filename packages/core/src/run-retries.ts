/** The failures of a tool in a run, and the corrections that the model may try. */
export interface RunRetries {
  /**
   * How many times the tool failed in this run and the model was asked to correct the call. Starts
   * at 0.
   */
  readonly attempt: number;
  /** How many corrections the model may try. */
  readonly max: number;
  /** Whether a `ModelRetry` becomes a failure after this attempt. */
  readonly isLast: boolean;
}
