/** Rewrites definitions for a target and reads the arguments of its models. */
export { type DialectForm, dialectOf, type Rewrite, type Target, TARGETS } from '@haft/arguments/dialect';
