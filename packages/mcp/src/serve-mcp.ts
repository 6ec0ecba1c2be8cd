import { refuseUnknownOptions, requireKind, requireKinds, type Kind, type OptionNames } from '@haft/core';
import type { Runtime } from '@haft/runtime';
import { HttpEndpoint } from './http/http-endpoint.js';
import { listen, nodeListener, type ListenOptions, type McpListener, type NodeListener } from './http/node-listener.js';
import type { McpOptions } from './mcp-options.js';
import { PROMPTS_CHANGED, RESOURCES_CHANGED, TOOLS_CHANGED, updated, type Change } from './server/changes.js';
import { McpService } from './server/mcp-service.js';
import { StdioConnections, type StdioConnection, type StdioStreams } from './stdio/stdio-connections.js';

/** A runtime as an MCP server. */
export interface McpEndpoint extends AsyncDisposable {
  /**
   * Answers one HTTP request in web-standard form.
   *
   * @example app.all('/mcp', (context) => mcp.fetch(context.req.raw));   // Hono
   */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Answers one HTTP request of Node's http server. The third argument is the body from a body
   * parser, if there is one. Express leaves it on the request.
   *
   * @example
   * createServer(mcp.handle).listen(3000, '127.0.0.1');
   * app.all('/mcp', mcp.handle);                                         // Express
   */
  readonly handle: NodeListener;
  /**
   * Listens with a separate http server, after loading all code that calls need.
   *
   * @throws {HaftError} `HAFT_PART_MISSING` if a file cannot be loaded
   */
  listen(options?: ListenOptions): Promise<McpListener>;
  /** Connects over the standard input and output of this process, or over other streams. */
  connectStdio(streams?: StdioStreams): StdioConnection;
  /** Tells connected clients that the list of tools has changed. */
  toolsChanged(): void;
  /** Tells connected clients that the list of resources (`@Resource`) has changed. */
  resourcesChanged(): void;
  /** Tells connected clients that the list of prompts (`@Prompt`) has changed. */
  promptsChanged(): void;
  /**
   * Tells the clients that subscribed to a resource that it has changed. They read it again if they
   * need it: the notice has no contents.
   *
   * @param uri - the URI, as clients read it
   */
  updated(uri: string): void;
  /**
   * Rejects new requests, waits up to `drainMs` (default 0) for those in progress, and ends the
   * rest and the servers of `listen`. It cancels the calls in progress. The runtime stays open.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/**
 * Serves a runtime over the Model Context Protocol, revisions 2025-11-25 and 2026-07-28. Each
 * request gets a separate run.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 * @example
 * const mcp = serveMcp(runtime, { name: 'files' });
 * const { url } = await mcp.listen({ port: 3000 });
 */
export function serveMcp<Deps>(runtime: Runtime<object, Deps>, ...[options = {}]: McpArguments<Deps>): McpEndpoint {
  requireKind('The first argument of serveMcp()', runtime, RUNTIME);
  refuseUnknownOptions('serveMcp', options, OPTIONS);
  requireKinds('serveMcp', options, { name: 'a string' });
  const service = new McpService(runtime, options);
  const http = new HttpEndpoint(service);
  const stdio = new StdioConnections(service);
  const handle = nodeListener(service, http);
  const notify = (change: Change): void => {
    http.notify(change);
    stdio.notify(change);
  };
  const toolsChanged = (): void => {
    notify(TOOLS_CHANGED);
  };
  service.toolsChanged = toolsChanged;
  const listeners: McpListener[] = [];
  const close = async ({ drainMs = 0 } = {}): Promise<void> => {
    http.refuse();
    await service.drained(drainMs);
    await Promise.all([http.close(), stdio.close(), ...listeners.map((one) => one.close())]);
  };
  return {
    fetch: (request) => http.fetch(request),
    handle,
    async listen(given) {
      await runtime.load();
      const listener = await listen(handle, service.options.oauth !== undefined, given);
      listeners.push(listener);
      return listener;
    },
    connectStdio(streams) {
      // A client asks for the tools before it calls one. Usually everything is loaded by then. A
      // call reports a file that could not be loaded.
      runtime.load().catch(() => undefined);
      return stdio.connect(streams);
    },
    toolsChanged,
    resourcesChanged() {
      if (service.kinds.has('resource')) notify(RESOURCES_CHANGED);
    },
    promptsChanged() {
      if (service.kinds.has('prompt')) notify(PROMPTS_CHANGED);
    },
    updated(uri) {
      requireKind('The argument of updated()', uri, 'a string');
      if (service.kinds.has('resource')) notify(updated(uri, service.subscriptions));
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** The options. `context` (or `run`) is required if the type says that tools need dependencies. */
export type McpArguments<Deps> = unknown extends Deps
  ? [options?: McpOptions<Deps>]
  : [
      options: McpOptions<Deps> &
        (Required<Pick<McpOptions<Deps>, 'context'>> | Required<Pick<McpOptions<Deps>, 'run'>>),
    ];

const RUNTIME: Kind = { methods: ['startRun', 'load'], name: 'a runtime: createRuntime({ toolsets })' };
const OPTIONS: OptionNames<McpOptions> = {
  name: true,
  version: true,
  title: true,
  context: true,
  run: true,
  pageSize: true,
  listTtlMs: true,
  logging: true,
  ask: true,
  onWaiting: true,
  stateSecret: true,
  tasks: true,
  onError: true,
  allowedHosts: true,
  allowedOrigins: true,
  authenticate: true,
  oauth: true,
  sessions: true,
  stepUp: true,
  maxRequestBytes: true,
};
