import type { ToldFailure } from './told-failure.js';

/** How a call ended. */
export interface Ending {
  readonly status: string;
  readonly failure?: ToldFailure | undefined;
}

/**
 * Returns how a call ended, as all views count it: the status, or `failed` for a program, a command
 * or a plan that failed although its call succeeded, and for a call that was rejected.
 */
export function callState({ status, failure }: Ending): string {
  return failure !== undefined || status === 'rejected' ? 'failed' : status;
}

/** The states that a list of runs shows, the worst first, with their names on the page. */
export const PROBLEMS = { failed: 'failed', retry: 'to correct', deferred: 'waits' } as const;
