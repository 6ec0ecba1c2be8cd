import type { RunOptions } from '../run-options.js';
import type { ResumeOptions } from './resume-calls.js';

/**
 * Options of `runtime.resumeRun`: those of `run.resume`, and those of a run except for its id and
 * user, which the pending run has.
 */
export type ResumeRunOptions<Deps = unknown> = Omit<RunOptions<Deps>, 'id' | 'userId'> & ResumeOptions;
