import { HaftError } from '@haft/core';
import { combine, createRuntime, type Runtime } from '@haft/runtime';
import type { ApplicationConfig, DiscoveryService, ModuleRef, ModulesContainer } from '@nestjs/core';
import { nestContainer } from '../container/nest-container.js';
import { NestContexts } from '../container/nest-contexts.js';
import { RunInstances } from '../container/run-instances.js';
import { checkToolsets } from '../discovery/check-toolsets.js';
import { reflectedClasses } from '../discovery/reflected-classes.js';
import { ChosenGlobals } from '../enhancers/chosen-globals.js';
import { EnhancedToolset } from '../enhancers/enhanced-toolset.js';
import { chosenKinds } from '../enhancers/enhancer-kinds.js';
import { NestApplication } from '../enhancers/nest-application.js';
import { HaftFeature } from './haft-feature.js';
import type { HaftModuleOptions } from './haft-module-options.js';
import { nestLogger } from './nest-logger.js';

/** Makes the runtime of `HaftModule`, and tells whether the application provides what it needs. */
export class NestRuntime {
  readonly runtime: Runtime;
  /** @throws HaftError `HAFT_NOT_REFLECTED`, `HAFT_NOT_PROVIDED`, `HAFT_UNGUARDED`, `HAFT_INVALID_OPTION` when there is a second one */
  readonly check: () => void;

  constructor(
    { toolsets = [], globalEnhancers, ...options }: HaftModuleOptions,
    moduleRef: ModuleRef,
    discovery: DiscoveryService,
    config: ApplicationConfig,
    modules: ModulesContainer,
  ) {
    const logger = options.logger ?? nestLogger();
    const contexts = new NestContexts(moduleRef);
    const application = new NestApplication(contexts, config, modules, discovery);
    const instances = new RunInstances(
      () => discovery.getProviders(),
      (error) => {
        logger.error(error.message, { error });
      },
    );
    const features = [new HaftFeature(toolsets, { globalEnhancers }), ...featuresOf(discovery)];
    this.check = () => {
      if (discovery.getProviders().filter(({ token }) => token === NestRuntime).length > 1) throw importedTwice();
      checkToolsets(reflectedClasses(features.flatMap((feature) => feature.toolsets)), discovery);
    };
    this.runtime = createRuntime({
      ...options,
      logger,
      container: nestContainer({ contexts, instances, tokenOf: application.tokenOf }),
      toolsets: features.map((feature) => {
        const globals = new ChosenGlobals(config, chosenKinds(feature.globalEnhancers));
        return new EnhancedToolset(combine(...feature.toolsets), { application, globals });
      }),
    });
  }
}

function importedTwice(): HaftError {
  return new HaftError(
    'HAFT_INVALID_OPTION',
    'HaftModule.forRoot is imported twice; each makes a runtime of its own.',
    {
      hint: 'Import HaftModule.forRoot once, in the root module, and HaftModule.forFeature(toolsets) elsewhere.',
    },
  );
}

function featuresOf(discovery: DiscoveryService): readonly HaftFeature[] {
  const values = discovery.getProviders().filter(({ isNotMetatype }) => isNotMetatype);
  return values.map(({ instance }) => instance as unknown).filter((one) => one instanceof HaftFeature);
}
