import type { PendingRun, RunOptions } from '@haft/runtime';
import type { FactoryProvider, ModuleMetadata } from '@nestjs/common';

/** Options of every endpoint. */
export interface MountOptions {
  /**
   * Decorators of the controller: `UseGuards(JwtAuthGuard)`, `UseInterceptors(...)`, `ApiTags('tools')`, `Version('1')`. Global guards are around
   * it anyway.
   */
  readonly decorators?: readonly ClassDecorator[];
  /** Modules that export what is injected. */
  readonly imports?: ModuleMetadata['imports'];
  /** Providers that the functions of these options get as further arguments. */
  readonly inject?: FactoryProvider['inject'];
}

/** Options of `HaftHttpModule.mount`. */
export interface ToolsEndpointOptions extends MountOptions {
  /**
   * What the run of a request (that of Express or Fastify, with what guards and middleware left on it) is given: who it is for, its dependencies. An
   * exception of Nest refuses the request.
   *
   * @example runOptions: (request: Request, tenants: TenantService) => ({ userId: request.user.id, deps: { tenant: tenants.of(request) } })
   */
  readonly runOptions?: (request: never, ...injected: never[]) => RunOptions | Promise<RunOptions>;
  /**
   * Keeps a run that waits for somebody, to go on with `HaftService.resumeRun`; what it returns is `pending` in the answer, such as an id. Without it
   * nobody can go on. Give a client the `PendingRun` itself only when the runtime signs it (`pendingSecret`).
   */
  readonly onPending?: (pending: PendingRun, request: never, ...injected: never[]) => unknown;
}
