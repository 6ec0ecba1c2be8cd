import { RunContext } from '@haft/core';
import type { ComposeInput, Runtime } from '@haft/runtime';
import {
  Inject,
  Module,
  Scope,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import {
  ApplicationConfig,
  DiscoveryModule,
  DiscoveryService,
  ModuleRef,
  ModulesContainer,
  REQUEST,
} from '@nestjs/core';
import { NestContexts } from '../container/nest-contexts.js';
import { NestApplication } from '../enhancers/nest-application.js';
import { HaftFeature, type HaftFeatureOptions } from './haft-feature.js';
import { HaftFeatureModule } from './haft-feature-module.js';
import { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } from './haft-module-definition.js';
import type { HaftModuleOptions } from './haft-module-options.js';
import { HaftService } from './haft-service.js';
import { HAFT_RUNTIME } from './inject-runtime.js';
import { NestRuntime } from './nest-runtime.js';
import { requireOptions } from './require-options.js';
import { requestedRun } from './requested-run.js';

/**
 * Makes the toolsets among the providers of an application callable. Global: import it once, in the
 * root module, with `forRoot` or `forRootAsync`. It exports `HaftService`, the runtime
 * (`@InjectRuntime()`) and, for request-scoped providers, `RunContext`.
 *
 * @example
 * @Module({ imports: [HaftModule.forRoot({ toolsets }), OrdersModule] }) export class AppModule {}
 */
@Module({
  imports: [DiscoveryModule],
  providers: [
    { provide: NestContexts, useFactory: (moduleRef: ModuleRef) => new NestContexts(moduleRef), inject: [ModuleRef] },
    {
      provide: NestApplication,
      useFactory: (...parts: ConstructorParameters<typeof NestApplication>) => new NestApplication(...parts),
      inject: [NestContexts, ApplicationConfig, ModulesContainer, DiscoveryService],
    },
    {
      provide: NestRuntime,
      useFactory: (...parts: ConstructorParameters<typeof NestRuntime>) => new NestRuntime(...parts),
      // Without options, Nest would name a token that no application knows.
      inject: [{ token: MODULE_OPTIONS_TOKEN, optional: true }, NestApplication],
    },
    { provide: HAFT_RUNTIME, useFactory: ({ runtime }: NestRuntime) => runtime, inject: [NestRuntime] },
    { provide: RunContext, scope: Scope.REQUEST, useFactory: requestedRun, inject: [REQUEST] },
    HaftService,
  ],
  exports: [HAFT_RUNTIME, RunContext, HaftService],
})
export class HaftModule
  extends ConfigurableModuleClass
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy
{
  /**
   * Creates the runtime of the application.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` if there are no options
   */
  static override forRoot(options: HaftModuleOptions): DynamicModule {
    requireOptions(options);
    return super.forRoot(options);
  }

  /**
   * Adds toolsets to those of `forRoot`, for a library or a feature module with a separate
   * generated module.
   *
   * @example HaftModule.forFeature(compose(billingToolsets).prefix('billing'))
   */
  static forFeature(toolsets: ComposeInput | readonly ComposeInput[], options: HaftFeatureOptions = {}): DynamicModule {
    return {
      module: HaftFeatureModule,
      providers: [{ provide: HaftFeature, useValue: new HaftFeature(toolsets, options) }],
    };
  }

  constructor(
    @Inject(NestRuntime) private readonly made: NestRuntime,
    @Inject(HAFT_RUNTIME) private readonly runtime: Runtime,
  ) {
    super();
  }

  /**
   * Checks the application.
   *
   * @throws {HaftError} `HAFT_NOT_REFLECTED`, `HAFT_NOT_PROVIDED`, `HAFT_UNGUARDED`,
   *   `HAFT_INVALID_OPTION`
   */
  onModuleInit(): void {
    this.made.check();
  }

  /**
   * Loads all code that calls need before the application answers requests.
   *
   * @throws {HaftError} `HAFT_PART_MISSING` if a file cannot be loaded
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.runtime.load();
  }

  /** Ends the runs that have calls in progress. */
  async onModuleDestroy(): Promise<void> {
    await this.runtime.dispose();
  }
}
