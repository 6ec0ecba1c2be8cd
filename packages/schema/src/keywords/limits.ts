/** The shared answers of keywords with a lower or an upper limit. */
import type { LimitComparison, Merging } from './keyword.js';

/** A comparison for keywords whose larger number accepts fewer values. */
export const LOWER_LIMIT: LimitComparison = { larger: 'narrower' };

/** A comparison for keywords whose larger number accepts more values. */
export const UPPER_LIMIT: LimitComparison = { larger: 'wider' };

/** A merging that keeps the larger of two lower limits. */
export const LARGER: Merging<number> = { both: (a, b) => Math.max(a, b) };

/** A merging that keeps the smaller of two upper limits. */
export const SMALLER: Merging<number> = { both: (a, b) => Math.min(a, b) };
