/**
 * The effects of changed definitions on the callers of tools, and whether the result of a tool fits
 * a parameter of another. A separate entry point, because an ordinary call needs neither.
 */
export { compareDefinitions, labelOf } from './compare-definitions.js';
export { fits, type Fit, type FitRoots } from './fits/fits.js';
export type * from './definition-change.js';
