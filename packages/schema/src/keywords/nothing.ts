import type { Check } from './keyword.js';

/** The answer of a keyword that checks nothing by itself and adds nothing to phrases. */
export const NOTHING: Check<unknown> = {};
