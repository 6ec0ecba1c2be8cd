import { HaftError, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { combine, createRuntime, type Runtime, RUNTIME_OPTION_PLACES, RUNTIME_OPTIONS } from '@haft/runtime';
import type { DiscoveryService } from '@nestjs/core';
import { nestContainer } from '../container/nest-container.js';
import { RunInstances } from '../container/run-instances.js';
import { checkToolsets } from '../discovery/check-toolsets.js';
import { reflectedClasses } from '../discovery/reflected-classes.js';
import { ChosenGlobals } from '../enhancers/chosen-globals.js';
import { EnhancedToolset } from '../enhancers/enhanced-toolset.js';
import { chosenKinds } from '../enhancers/enhancer-kinds.js';
import type { NestApplication } from '../enhancers/nest-application.js';
import { isController } from '../enhancers/route-arguments.js';
import { HaftFeature } from './haft-feature.js';
import type { HaftModuleOptions } from './haft-module-options.js';
import { nestLogger } from './nest-logger.js';
import { requireOptions } from './require-options.js';

/**
 * Creates the runtime of `HaftModule`, and checks that the application provides its dependencies.
 */
export class NestRuntime {
  readonly runtime: Runtime;
  /**
   * Checks the application.
   *
   * @throws {HaftError} `HAFT_NOT_REFLECTED`, `HAFT_NOT_PROVIDED`, `HAFT_UNGUARDED`
   * @throws {HaftError} `HAFT_NO_REQUEST` if a controller needs one
   * @throws {HaftError} `HAFT_INVALID_OPTION` if there is a second runtime
   */
  readonly check: () => void;

  constructor(given: HaftModuleOptions, application: NestApplication) {
    requireOptions(given);
    refuseUnknownOptions('HaftModule.forRoot', given, OPTIONS, ELSEWHERE);
    const { toolsets = [], globalEnhancers, request, ...options } = given;
    const logger = options.observe?.logger ?? nestLogger();
    const { contexts, config, modules, discovery } = application;
    const instances = new RunInstances(
      () => discovery.getProviders(),
      (error) => {
        logger.error(error.message, { error });
      },
    );
    const features = [new HaftFeature(toolsets, { globalEnhancers }), ...featuresOf(discovery)];
    this.check = () => {
      if (discovery.getProviders().filter(({ token }) => token === NestRuntime).length > 1) throw importedTwice();
      const classes = reflectedClasses(features.flatMap((feature) => feature.toolsets));
      checkToolsets(classes, discovery);
      const controller = [...classes.needed].find(isController);
      if (controller !== undefined && request === undefined) throw noRequestOption(controller.name);
    };
    this.runtime = createRuntime({
      ...options,
      container: nestContainer({ contexts, instances, tokenOf: application.tokenOf }),
      toolsets: features.map((feature) => {
        const globals = new ChosenGlobals(config, chosenKinds(feature.globalEnhancers), modules);
        return new EnhancedToolset(combine(...feature.toolsets), { application, globals, request });
      }),
      observe: { ...options.observe, logger },
    });
  }
}

function noRequestOption(controller: string): HaftError {
  return new HaftError(
    'HAFT_NO_REQUEST',
    `The toolset ${controller} is a controller, and HaftModule has no \`request\`.`,
    {
      hint: 'Pass the request where a run starts, `startRun({ deps: { request } })`, and write HaftModule.forRoot({ request: (run) => run.deps.request }).',
    },
  );
}

function importedTwice(): HaftError {
  return new HaftError(
    'HAFT_INVALID_OPTION',
    'HaftModule.forRoot is imported twice, and each import creates a separate runtime.',
    {
      hint: 'Import HaftModule.forRoot once, in the root module, and HaftModule.forFeature(toolsets) elsewhere.',
    },
  );
}

function featuresOf(discovery: DiscoveryService): readonly HaftFeature[] {
  const values = discovery.getProviders().filter(({ isNotMetatype }) => isNotMetatype);
  return values
    .map(({ instance }: { readonly instance: unknown }) => instance)
    .filter((one) => one instanceof HaftFeature);
}

const { container: _container, provide: _provide, ...ofRuntime } = RUNTIME_OPTIONS;

const OPTIONS: OptionNames<HaftModuleOptions> = { ...ofRuntime, globalEnhancers: true, request: true };

const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...RUNTIME_OPTION_PLACES,
  ['provide', 'as `providers` of your modules'],
  ['container', 'for `createRuntime` instead: the module uses the container of Nest'],
]);
