import type { ToldFailure } from '@haft/core/report';

/** How a call ended. */
export interface Ending {
  readonly status: string;
  readonly failure?: ToldFailure | undefined;
}

/** The states that a list of runs shows, the worst first, with their names on the page. */
export const PROBLEMS = { failed: 'failed', retry: 'to correct', deferred: 'waits' } as const;
