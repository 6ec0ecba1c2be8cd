import type { ComposeInput, RuntimeOptions } from '@haft/runtime';
import type { HaftFeatureOptions } from './haft-feature.js';

/** Options of `HaftModule.forRoot`: those of `createRuntime`, without a container, which is Nest's. */
export interface HaftModuleOptions extends Omit<RuntimeOptions, 'container' | 'provide'>, HaftFeatureOptions {
  /**
   * The `toolsets` of the generated module, toolsets, or several of both. Every reflected class of them must be a provider of some module, and every
   * provider with `@Toolset` must be among them. Default: only those of `HaftModule.forFeature`.
   */
  readonly toolsets?: ComposeInput | readonly ComposeInput[];
}
