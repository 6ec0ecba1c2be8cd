/* The forms of tools for model providers. Only a run with a target loads this file. */

export { dialectOf } from './dialect-of.js';
export { TARGETS, type DialectForm, type Rewrite, type Target } from '@haft/schema/dialects';
