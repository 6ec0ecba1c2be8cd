import type { SuiteName } from './suites.js';

/** In the order of the report. Apart from the suites, since loading those loads everything that they measure. */
export const SUITES = [
  'call',
  'dto',
  'import',
  'define',
  'cold-start',
  'size',
  'build',
  'scaling',
  'concurrency',
] as const satisfies readonly SuiteName[];
