/** What models of a target are sent, and how it is read. */
export { dialectOf, TARGETS, type DialectForm, type Rewrite, type Target } from './arguments/dialect/dialects.js';
