/** What keywords with a lower or an upper limit share. */
import type { LimitComparison, Merging } from './keyword.js';

/** A larger number takes fewer values. */
export const LOWER_LIMIT: LimitComparison = { larger: 'narrower' };

/** A larger number takes more values. */
export const UPPER_LIMIT: LimitComparison = { larger: 'wider' };

/** Of two lower limits, the larger one holds. */
export const LARGER: Merging<number> = { both: (a, b) => Math.max(a, b) };

/** Of two upper limits, the smaller one holds. */
export const SMALLER: Merging<number> = { both: (a, b) => Math.min(a, b) };
