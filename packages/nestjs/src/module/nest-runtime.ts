import { createRuntime, type Runtime } from '@haft/runtime';
import type { DiscoveryService, ModuleRef } from '@nestjs/core';
import { fromNest } from '../container/from-nest.js';
import { checkToolsets } from '../discovery/check-toolsets.js';
import { reflectedClasses } from '../discovery/reflected-classes.js';
import { HaftFeature, listOf } from './haft-feature.js';
import type { HaftModuleOptions } from './haft-module-options.js';
import { nestLogger } from './nest-logger.js';

/** Makes the runtime of `HaftModule`, and tells whether the application provides what it needs. */
export class NestRuntime {
  readonly runtime: Runtime;
  /** @throws HaftError `HAFT_NOT_REFLECTED`, `HAFT_NOT_PROVIDED` */
  readonly check: () => void;

  constructor({ toolsets = [], ...options }: HaftModuleOptions, moduleRef: ModuleRef, discovery: DiscoveryService) {
    const inputs = [...listOf(toolsets), ...featuresOf(discovery).flatMap((feature) => feature.toolsets)];
    const logger = options.logger ?? nestLogger();
    const onDisposalError = (error: Error): void => {
      logger.error(error.message, { error });
    };
    const container = fromNest(moduleRef, { discovery, onDisposalError });
    this.check = () => {
      checkToolsets(reflectedClasses(inputs), discovery);
    };
    this.runtime = createRuntime({ ...options, logger, toolsets: inputs, container });
  }
}

function featuresOf(discovery: DiscoveryService): readonly HaftFeature[] {
  const values = discovery.getProviders().filter(({ isNotMetatype }) => isNotMetatype);
  return values.map(({ instance }) => instance as unknown).filter((one) => one instanceof HaftFeature);
}
