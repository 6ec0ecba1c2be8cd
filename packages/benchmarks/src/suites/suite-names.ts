import type { SuiteName } from './suites.js';

/**
 * The suites in the order of the report. Separate from the suites, because loading those loads
 * everything that they measure.
 */
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
  'recursive',
  'partial',
  'search',
  'code',
  'plan',
  'files',
  'data',
  'fetch',
  'texts',
  'schedules',
  'skills',
  'ledger',
  'fleet',
] as const satisfies readonly SuiteName[];
