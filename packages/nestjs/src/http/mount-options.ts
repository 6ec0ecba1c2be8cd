import type { PendingRun, RunOptions } from '@haft/runtime';
import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';

/** Options of every endpoint. */
export interface MountOptions {
  /**
   * Decorators of the controller: `UseGuards(JwtAuthGuard)`, `UseInterceptors(...)`,
   * `ApiTags('tools')`, `Version('1')`. Global guards always run.
   */
  readonly decorators?: readonly ClassDecorator[];
  /** Modules that export the injected providers. */
  readonly imports?: ModuleMetadata['imports'];
  /** Providers for the functions of these options, as further arguments. */
  readonly inject?: FactoryProvider['inject'];
}

/** Options of `HaftHttpModule.mount`. */
export interface ToolsEndpointOptions extends MountOptions {
  /**
   * Returns the run options of a request: its user, its dependencies. The request is that of
   * Express or Fastify, with all properties from guards and middleware. An exception of Nest
   * rejects the request.
   *
   * @example
   * runOptions: (request: Request, tenants: TenantService) => ({
   *   userId: request.user.id,
   *   deps: { tenant: tenants.of(request) },
   * })
   */
  readonly runOptions?: (request: never, ...injected: never[]) => RunOptions | Promise<RunOptions>;
  /**
   * Stores a run with open requests, to continue with `HaftService.resumeRun`. Its result, such as
   * an id, is `pending` in the answer. Without it and
   * without a ledger, the run cannot continue, and the log says so. Give a client the
   * `PendingRun` itself only if the runtime signs it (`pendingSecret`).
   */
  readonly onPending?: (pending: PendingRun, request: never, ...injected: never[]) => unknown;
}
