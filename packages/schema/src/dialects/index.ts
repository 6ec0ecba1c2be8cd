/** What providers of models take. An entry point of its own: no run time needs it. */
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
