/** How long a suite may take. */
export interface SuiteOptions {
  readonly rounds: number;
  /** How long one sample should take, in milliseconds. */
  readonly sampleMilliseconds: number;
}
