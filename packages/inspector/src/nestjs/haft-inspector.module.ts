import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import {
  Inject,
  Module,
  type CanActivate,
  type DynamicModule,
  type ModuleMetadata,
  type OnModuleDestroy,
  type Provider,
  type Type,
} from '@nestjs/common';
import { inspect, type Inspector } from '../inspect.js';
import type { InspectOptions } from '../inspect-options.js';
import { INSPECTOR, inspectorController } from './inspector-controller.js';

/** The runtime of the page, its hosts, and who may see it. */
export interface InspectorModuleFacts<Request = unknown> extends InspectOptions<Request> {
  /** The runtime. `HAFT_RUNTIME` of `@haft/nestjs` injects it. */
  readonly runtime: object;
}

/** Options of {@link HaftInspectorModule.forRootAsync}. */
export interface HaftInspectorModuleOptions<Request = unknown> {
  /** Modules that export the injected providers. Default: none. */
  readonly imports?: ModuleMetadata['imports'];
  /** Tokens of the arguments of `useFactory`. Default: none. */
  readonly inject?: readonly NonNullable<Extract<Provider, { readonly inject?: unknown }>['inject']>[number][];
  /** Returns the runtime and the options of the page. */
  // The tokens in `inject` have the types, which TypeScript cannot derive.
  readonly useFactory: (...injected: never[]) => InspectorModuleFacts<Request> | Promise<InspectorModuleFacts<Request>>;
  /** Path of the page. Default: `inspect`. */
  readonly path?: string;
  /** Guards of the page, which run before `authorize`. Default: the global guards only. */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];
}

/**
 * The page of `inspect` in a Nest application, behind its guards. `authorize` gets the request of
 * Express or Fastify as `native`, with the properties that your guards set.
 *
 * @example
 * HaftInspectorModule.forRootAsync({
 *   inject: [HAFT_RUNTIME],
 *   useFactory: (runtime: Runtime) => ({
 *     runtime,
 *     hosts: ['admin.example.com'],
 *     authorize: (_request, { user }: AuthenticatedRequest) => user.isAdmin,
 *   }),
 *   guards: [AuthGuard],
 * });
 */
@Module({})
export class HaftInspectorModule implements OnModuleDestroy {
  constructor(@Inject(INSPECTOR) private readonly inspector: Inspector<never>) {}

  /**
   * Creates the module.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` at the start of the application, for the options that
   *   `inspect` refuses
   */
  static forRootAsync<Request = unknown>(options: HaftInspectorModuleOptions<Request>): DynamicModule {
    refuseUnknownOptions('HaftInspectorModule.forRootAsync', options, OPTIONS);
    const { imports = [], inject = [], useFactory, path = 'inspect', guards = [] } = options;
    const create = async (...injected: never[]): Promise<unknown> => {
      const { runtime, ...own } = await useFactory(...injected);
      return inspect(runtime, own);
    };
    return {
      module: HaftInspectorModule,
      imports,
      controllers: [inspectorController(path, guards)],
      providers: [{ provide: INSPECTOR, useFactory: create, inject: [...inject] }],
    };
  }

  /** Ends the page with the application. */
  async onModuleDestroy(): Promise<void> {
    await this.inspector.close();
  }
}

const OPTIONS: OptionNames<HaftInspectorModuleOptions> = {
  imports: true,
  inject: true,
  useFactory: true,
  path: true,
  guards: true,
};
