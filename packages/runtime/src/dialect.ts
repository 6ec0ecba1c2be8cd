/** What models of a target are sent, and how it is read. An entry point of its own: a run without a target never loads it. */
export { dialectOf } from './arguments/dialect/dialect-of.js';
export { TARGETS, type DialectForm, type Rewrite, type Target } from '@haft/schema/dialects';
