export { fromNest, type FromNestOptions } from './container/from-nest.js';
export type { EnhancerKinds, GlobalEnhancers } from './enhancers/enhancer-kinds.js';
export type { HaftCall } from './enhancers/haft-call.js';
export { HaftExecutionContext } from './enhancers/haft-execution-context.js';
export type { HaftFeatureOptions } from './module/haft-feature.js';
export { HaftModule } from './module/haft-module.js';
export type { HaftModuleOptions } from './module/haft-module-options.js';
export { HaftService } from './module/haft-service.js';
export { HAFT_RUNTIME, InjectRuntime } from './module/inject-runtime.js';
