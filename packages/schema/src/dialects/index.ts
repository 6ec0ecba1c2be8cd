/** What providers of models take. An entry point of its own: no run time needs it. */
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
