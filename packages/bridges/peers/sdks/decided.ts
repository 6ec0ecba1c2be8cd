import type { Run } from '@haft/runtime';

/** Decides all calls of a run that wait. */
export function decided(run: Run, approved: boolean) {
  return run.resume(Object.fromEntries(run.pending().requests.map(({ id }) => [id, approved])));
}
