import { refuseUnknownOptions, requireKind, requireKinds, type OptionNames } from '@haft/core';
import type { Runtime } from '@haft/runtime';
import { Controller, Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { HaftService } from '../module/haft-service.js';
import { imported } from '../module/imported.js';
import { HAFT_RUNTIME } from '../module/inject-runtime.js';
import { HandlerController } from './handler-controller.js';
import type { MountOptions, ToolsEndpointOptions } from './mount-options.js';
import { MountedHandler, type MountableHandler } from './mounted-handler.js';
import { ToolsController } from './tools-controller.js';
import { ToolsEndpoint } from './tools-endpoint.js';

/**
 * Endpoints for the tools of `HaftModule`, under Express and Fastify. They are controllers, so
 * guards, prefix and versioning apply.
 */
@Module({})
export class HaftHttpModule {
  /**
   * Mounts a JSON endpoint. `GET path` returns `{ tools, instructions }`. `POST path/call` takes
   * `{ name, arguments }` and returns `{ outcome }`. `POST path/calls` takes `{ calls }` and
   * returns `{ outcomes }`. Each request is a separate run, which ends when the client disconnects.
   *
   * @example
   * HaftHttpModule.mount('tools', {
   *   decorators: [UseGuards(JwtAuthGuard)],
   *   runOptions: (request: Request) => ({ userId: request.user.id }),
   * })
   */
  static mount(path: string, options: ToolsEndpointOptions = {}): DynamicModule {
    requireMount('HaftHttpModule.mount', path, options, { ...MOUNT, ...TOOLS });
    return mounted(ToolsController, path, options, {
      provide: ToolsEndpoint,
      inject: [{ token: HaftService, optional: true }, ...(options.inject ?? [])],
      useFactory: (haft: HaftService | undefined, ...injected: readonly never[]) =>
        new ToolsEndpoint(imported(haft, 'HaftHttpModule.mount'), options, injected),
    });
  }

  /**
   * Mounts a handler of Node's http server at a path, for all methods: the MCP endpoint of
   * `@haft/mcp`. Request bodies may already be parsed.
   *
   * @param create - creates the handler once. If it has `close`, it is closed with the application.
   * @example
   * HaftHttpModule.mountHandler('mcp', (runtime) => serveMcp(runtime, { name: 'shop' }), {
   *   decorators: [UseGuards(JwtAuthGuard)],
   * })
   */
  static mountHandler(
    path: string,
    create: (runtime: Runtime, ...injected: never[]) => MountableHandler | Promise<MountableHandler>,
    options: MountOptions = {},
  ): DynamicModule {
    requireMount('HaftHttpModule.mountHandler', path, options, MOUNT);
    requireKind('The second argument of HaftHttpModule.mountHandler()', create, 'a function');
    return mounted(HandlerController, path, options, {
      provide: MountedHandler,
      inject: [{ token: HAFT_RUNTIME, optional: true }, ...(options.inject ?? [])],
      useFactory: async (runtime: Runtime | undefined, ...injected: never[]) =>
        new MountedHandler(await create(imported(runtime, 'HaftHttpModule.mountHandler'), ...injected)),
    });
  }
}

function mounted(
  base: Type<object>,
  path: string,
  { decorators = [], imports = [] }: MountOptions,
  provider: Provider,
): DynamicModule {
  // One class per path, because decorators leave their records on it.
  class MountedController extends base {}
  for (const decorate of [Controller(path), ...decorators]) decorate(MountedController);
  return { module: HaftHttpModule, imports, controllers: [MountedController], providers: [provider] };
}

function requireMount(
  owner: string,
  path: string,
  options: ToolsEndpointOptions,
  known: OptionNames<MountOptions>,
): void {
  requireKind(`The path of ${owner}()`, path, 'a string');
  refuseUnknownOptions(owner, options, known);
  requireKinds(owner, options, known);
}

const MOUNT: OptionNames<MountOptions> = { decorators: 'a list', imports: 'a list', inject: 'a list' };
const TOOLS: OptionNames<Omit<ToolsEndpointOptions, keyof MountOptions>> = {
  runOptions: 'a function',
  onPending: 'a function',
};
