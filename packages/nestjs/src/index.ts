export { fromNest, type NestContainerOptions } from './container/from-nest.js';
export { HaftModule } from './module/haft-module.js';
export type { HaftModuleOptions } from './module/haft-module-options.js';
export { HaftService } from './module/haft-service.js';
export { HAFT_RUNTIME, InjectRuntime } from './module/inject-runtime.js';
