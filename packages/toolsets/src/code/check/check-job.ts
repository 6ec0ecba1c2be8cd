import type { CodeProblem } from '../code-backend.js';

/** A program to check. */
export interface CheckJob {
  readonly code: string;
  /** The declarations of the allowed tools. Unset: the same as in the last job that had some. */
  readonly declarations?: string | undefined;
}

/** The answer to a job. Undefined if the program was not checked. */
export type CheckReply = readonly CodeProblem[] | undefined;
