import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import type { ComposeInput } from '@haft/runtime';
import type { GlobalEnhancers } from '../enhancers/enhancer-kinds.js';

/** Options of `HaftModule.forFeature`, and of `forRoot`. */
export interface HaftFeatureOptions {
  /**
   * Which global guards, interceptors, pipes and filters of the application run around calls of
   * these tools. Default: all.
   */
  readonly globalEnhancers?: GlobalEnhancers | undefined;
}

/** The toolsets of one `HaftModule.forFeature`. Found among the providers of the application. */
export class HaftFeature {
  readonly toolsets: readonly ComposeInput[];
  readonly globalEnhancers: GlobalEnhancers | undefined;

  constructor(toolsets: ComposeInput | readonly ComposeInput[], options: HaftFeatureOptions) {
    refuseUnknownOptions('HaftModule.forFeature', options, OPTIONS);
    this.toolsets = isList(toolsets) ? toolsets : [toolsets];
    this.globalEnhancers = options.globalEnhancers;
  }
}

function isList(toolsets: ComposeInput | readonly ComposeInput[]): toolsets is readonly ComposeInput[] {
  return Array.isArray(toolsets);
}

const OPTIONS: OptionNames<HaftFeatureOptions> = { globalEnhancers: true };
