/** The shared answers of keywords with a lower or an upper limit. */
import type { Analysis } from './keyword.js';

type Limit = Omit<Analysis<number>, 'gives' | 'narrows'>;

/** A lower limit: a larger number accepts fewer values, and the larger of two is kept. */
export const LOWER_LIMIT = {
  comparison: { larger: 'narrower' },
  merging: { both: (a, b) => Math.max(a, b) },
} as const satisfies Limit;

/** An upper limit: a larger number accepts more values, and the smaller of two is kept. */
export const UPPER_LIMIT = {
  comparison: { larger: 'wider' },
  merging: { both: (a, b) => Math.min(a, b) },
} as const satisfies Limit;
