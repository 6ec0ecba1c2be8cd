/** Rewrites definitions for a target and reads the arguments of its models. */
export { dialectOf, TARGETS, type DialectForm, type Rewrite, type Target } from './dialect/dialects.js';
