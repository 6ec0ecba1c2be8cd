import type { RunOptions } from '../run-options.js';
import type { ResumeOptions } from './resume-calls.js';

/** Options of `runtime.resumeRun`: those of a run but what the pending run says itself, and those of `run.resume`. */
export type ResumeRunOptions<Deps = unknown> = Omit<RunOptions<Deps>, 'id' | 'userId'> & ResumeOptions;
