import type { Check } from './keyword.js';

/** The check of a keyword that neither checks values nor changes phrases. */
export const NOTHING: Check<unknown> = {};
