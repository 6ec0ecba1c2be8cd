import type { Call } from '../call/call.js';
import { IN_WORKER } from './isolated-job.js';

/** Whether the call came from another thread, where it was accepted and decided. */
export function isInWorker({ run }: Call): boolean {
  return (run.options as { readonly [IN_WORKER]?: true })[IN_WORKER] === true;
}
