/** Rewrites definitions for a target and reads the arguments of its models. */
export { dialectOf } from './dialect/dialect-of.js';
export { TARGETS, type DialectForm, type Rewrite, type Target } from '@haft/schema/dialects';
