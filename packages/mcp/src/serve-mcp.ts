import type { Runtime } from '@haft/runtime';
import { HttpEndpoint } from './http/http-endpoint.js';
import { listen, nodeListener, type ListenOptions, type McpListener, type NodeListener } from './http/node-listener.js';
import type { McpOptions } from './mcp-options.js';
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
   * Answers one HTTP request of Node's http server. The third argument is what a body parser made of the body, when one did; Express
   * leaves it on the request.
   *
   * @example
   * createServer(mcp.handle).listen(3000, '127.0.0.1');
   * app.all('/mcp', mcp.handle);                                         // Express
   */
  readonly handle: NodeListener;
  /**
   * Listens with an http server of its own, once all is loaded that calls need.
   *
   * @throws HaftError `HAFT_PART_MISSING` when a file cannot be loaded
   */
  listen(options?: ListenOptions): Promise<McpListener>;
  /** Speaks over the standard input and output of this process, or over other streams. */
  connectStdio(streams?: StdioStreams): StdioConnection;
  /** Tells connected clients that the list of tools is another one now. */
  toolsChanged(): void;
  /**
   * Refuses new requests, waits up to `drainMs` (default 0) for those that are being answered, and ends what is left, with the servers of
   * `listen`; calls that run are cancelled. The runtime stays as it is.
   */
  close(options?: { readonly drainMs?: number }): Promise<void>;
}

/**
 * Serves a runtime over the Model Context Protocol, revisions 2025-11-25 and 2026-07-28. Each request gets a run of its own.
 *
 * @throws HaftError `HAFT_INVALID_OPTION`
 * @example
 * const mcp = serveMcp(runtime, { name: 'files' });
 * const { url } = await mcp.listen({ port: 3000 });
 */
export function serveMcp<Deps>(runtime: Runtime<object, Deps>, ...[options = {}]: McpArguments<Deps>): McpEndpoint {
  const service = new McpService(runtime, options);
  const http = new HttpEndpoint(service);
  const stdio = new StdioConnections(service);
  const handle = nodeListener(service, http);
  const toolsChanged = (): void => {
    http.toolsChanged();
    stdio.toolsChanged();
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
      // A client asks for the tools before it calls one: most often all is there by then. A call says what could not be loaded.
      runtime.load().catch(() => undefined);
      return stdio.connect(streams);
    },
    toolsChanged,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** Options, which must say `context` (or `run`) when it is known that tools need dependencies. */
export type McpArguments<Deps> = unknown extends Deps
  ? [options?: McpOptions<Deps>]
  : [
      options: McpOptions<Deps> &
        (Required<Pick<McpOptions<Deps>, 'context'>> | Required<Pick<McpOptions<Deps>, 'run'>>),
    ];
