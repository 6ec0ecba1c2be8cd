/** The time limits of a suite. */
export interface SuiteOptions {
  readonly rounds: number;
  /** The intended time of one sample, in milliseconds. */
  readonly sampleMilliseconds: number;
}
