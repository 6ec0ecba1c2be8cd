/**
 * The schemas that providers of models accept. A separate entry point, because run times do not
 * need it.
 */
export type * from './dialect-form.js';
export type { LimitedDefinition, LimitFinding, LimitKind } from './limit-finding.js';
export { limitsBroken } from './limits-broken.js';
export * from './provider-limits.js';
export { isTarget, providerOf, TARGETS, type Target } from './target.js';
export { toDialect } from './to-dialect.js';
export { StrictModeError } from './strict-mode-error.js';
