import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { HaftModuleOptions } from './haft-module-options.js';

/** The static methods of `HaftModule`, from Nest's builder for configurable modules. */
export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<HaftModuleOptions>({
  moduleName: 'Haft',
})
  .setClassMethodName('forRoot')
  .setExtras({}, (definition) => ({ ...definition, global: true }))
  .build();
