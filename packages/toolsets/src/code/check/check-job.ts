import type { CodeProblem } from '../code-backend.js';

/** A program to check. */
export interface CheckJob {
  /** The number of the job in its thread. */
  readonly id: number;
  readonly code: string;
  /** The declarations of the allowed tools. Unset: the same as in the last job that had some. */
  readonly declarations?: string | undefined;
}

/** The answer to a job. */
export interface CheckReply {
  readonly id: number;
  /** Undefined if the program was not checked. */
  readonly problems: readonly CodeProblem[] | undefined;
}
