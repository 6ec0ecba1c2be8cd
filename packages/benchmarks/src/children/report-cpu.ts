import { processCpu } from './process-cost.js';

/** Prints what this process has used since its start, all threads, in milliseconds. */
export function reportCpu(): void {
  console.log(JSON.stringify({ cpu: processCpu() }));
}
