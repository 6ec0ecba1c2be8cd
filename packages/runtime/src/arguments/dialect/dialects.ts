/* The forms of tools that providers take. A run without a target never loads this file. */

export { dialectOf } from './dialect-of.js';
export { TARGETS, type DialectForm, type Rewrite, type Target } from '@haft/schema/dialects';
