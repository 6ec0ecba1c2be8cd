import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import {
  Module,
  type CanActivate,
  type DynamicModule,
  type ModuleMetadata,
  type Provider,
  type Type,
} from '@nestjs/common';
import { pendingHandler, type PendingHandlerOptions, type PendingSource } from '../http/pending-handler.js';
import { PENDING_HANDLER, pendingController } from './pending-controller.js';

/** The runtime whose calls wait, and who may see and decide them. */
export interface PendingModuleFacts<Request = unknown> extends PendingHandlerOptions<Request> {
  /** The runtime with the ledger. `HAFT_RUNTIME` of `@haft/nestjs` injects it. */
  readonly runtime: PendingSource;
}

/** Options of {@link HaftPendingModule.forRootAsync}. */
export interface HaftPendingModuleOptions<Request = unknown> {
  /** Modules that export the injected providers. Default: none. */
  readonly imports?: ModuleMetadata['imports'];
  /** Tokens of the arguments of `useFactory`. Default: none. */
  readonly inject?: readonly NonNullable<Extract<Provider, { readonly inject?: unknown }>['inject']>[number][];
  /** Returns the runtime and the function `authorize`. */
  // The tokens in `inject` have the types, which TypeScript cannot derive.
  readonly useFactory: (...injected: never[]) => PendingModuleFacts<Request> | Promise<PendingModuleFacts<Request>>;
  /** Prefix of the routes. Default: none. */
  readonly path?: string;
  /** Guards of the routes, which run before `authorize`. Default: the global guards only. */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];
}

/**
 * The routes for people who decide, in a Nest application: `GET /pending`, `GET /pending/:key` and
 * `POST /pending/:key/decision`. `authorize` gets the request of Express or Fastify as `native`,
 * with the properties that your guards set.
 *
 * @example
 * HaftPendingModule.forRootAsync({
 *   inject: [HAFT_RUNTIME],
 *   useFactory: (runtime: Runtime) => ({
 *     runtime,
 *     authorize: (_request, _action, _call, { user }: AuthenticatedRequest) =>
 *       user.isApprover
 *         ? { allow: true, scope: { tenantId: user.tenantId }, decidedBy: user.id }
 *         : { allow: false },
 *   }),
 *   guards: [AuthGuard],
 *   path: 'admin',
 * });
 */
@Module({})
export class HaftPendingModule {
  /**
   * Creates the module.
   *
   * @throws {HaftError} `HAFT_INVALID_OPTION` at the start of the application, if `useFactory`
   *   returns no function `authorize`
   */
  static forRootAsync<Request = unknown>(options: HaftPendingModuleOptions<Request>): DynamicModule {
    refuseUnknownOptions('HaftPendingModule.forRootAsync', options, OPTIONS);
    const { imports = [], inject = [], useFactory, path = '', guards = [] } = options;
    const create = async (...injected: never[]): Promise<unknown> => {
      const { runtime, ...own } = await useFactory(...injected);
      return pendingHandler(runtime, own);
    };
    return {
      module: HaftPendingModule,
      imports,
      controllers: [pendingController(path, guards)],
      providers: [{ provide: PENDING_HANDLER, useFactory: create, inject: [...inject] }],
    };
  }
}

const OPTIONS: OptionNames<HaftPendingModuleOptions> = {
  imports: true,
  inject: true,
  useFactory: true,
  path: true,
  guards: true,
};
