/**
 * The schemas that providers of models accept. A separate entry point, because run times do not
 * need it.
 */
export type {
  DialectDefinition,
  DialectForm,
  Restored,
  RestoredChange,
  RestoreOptions,
  Rewrite,
} from './dialect-form.js';
export type { LimitedDefinition, LimitFinding, LimitKind } from './limit-finding.js';
export { limitsBroken } from './limits-broken.js';
export {
  isProvider,
  PROVIDER_LIMITS,
  PROVIDERS,
  type Limit,
  type Provider,
  type ProviderLimits,
  type StrictLimits,
} from './provider-limits.js';
export { isTarget, providerOf, TARGETS, type Target } from './target.js';
export { toDialect } from './to-dialect.js';
export { StrictModeError } from './strict-mode-error.js';
