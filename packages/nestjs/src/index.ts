/*
 * Toolsets as providers of NestJS, with its guards, interceptors, pipes and exception filters.
 */

export { fromNest, type FromNestOptions } from './container/from-nest.js';
export type { EnhancerKinds, GlobalEnhancers } from './enhancers/enhancer-kinds.js';
export type { HaftCall } from './enhancers/haft-call.js';
export { HaftExecutionContext } from './enhancers/haft-execution-context.js';
export { HidesTools } from './enhancers/hides-tools.js';
export { ToolFunction } from './enhancers/tool-place.js';
export type { HaftFeatureOptions } from './module/haft-feature.js';
export type { RequestOf } from './enhancers/route-request.js';
export { HaftModule } from './module/haft-module.js';
export type { HaftModuleOptions } from './module/haft-module-options.js';
export { HaftService } from './module/haft-service.js';
export { HAFT_RUNTIME, InjectRuntime } from './module/inject-runtime.js';
export { HaftHttpModule } from './http/haft-http-module.js';
export type { MountOptions, ToolsEndpointOptions } from './http/mount-options.js';
export type { MountableHandler, NodeHandler } from './http/mounted-handler.js';
