import { processCpu } from './process-cost.js';

/** Prints the CPU time of this process since its start, all threads, in milliseconds. */
export function reportCpu(): void {
  console.log(JSON.stringify({ cpu: processCpu() }));
}
