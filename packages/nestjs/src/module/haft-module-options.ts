import type { ComposeInput, RuntimeOptions } from '@haft/runtime';
import type { RequestOf } from '../enhancers/route-request.js';
import type { HaftFeatureOptions } from './haft-feature.js';

/**
 * Options of `HaftModule.forRoot`: those of `createRuntime`, without a container, because it is
 * Nest's.
 */
export interface HaftModuleOptions extends Omit<RuntimeOptions, 'container' | 'provide'>, HaftFeatureOptions {
  /**
   * The `toolsets` of the generated module, toolsets, or several of both. Each of their reflected
   * classes must be a provider of a module, and every provider with `@Toolset` must be among them.
   * Default: only those of `HaftModule.forFeature`.
   */
  readonly toolsets?: ComposeInput | readonly ComposeInput[];
  /**
   * Returns the HTTP request for which a run works, from its `deps`. Guards and parameter
   * decorators of controllers with tools read it. Needed if a toolset is a controller.
   */
  readonly request?: RequestOf | undefined;
}
