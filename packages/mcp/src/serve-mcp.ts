import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Runtime, WithDeps } from '@haft/runtime';
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio, type StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import { Caller } from './http/caller.js';
import { hostGuard } from './http/host-guard.js';
import type { McpOptions } from './mcp-options.js';
import { makeServer } from './server/make-server.js';
import { McpService } from './server/mcp-service.js';

/** A runtime as an MCP server. */
export interface McpEndpoint extends AsyncDisposable {
  /**
   * Answers one HTTP request in web-standard form.
   *
   * @example app.all('/mcp', (context) => mcp.fetch(context.req.raw));   // Hono
   */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Answers one HTTP request of Node's http server.
   *
   * @param body - what a body parser made of the body, when one did
   * @example
   * createServer(mcp.handle).listen(3000, '127.0.0.1');
   * app.all('/mcp', mcp.handle);                                         // Express
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse, body?: unknown) => Promise<void>;
  /** Speaks over the standard input and output of this process. Nothing else may be written to the standard output. */
  serveStdio(): StdioServerHandle;
  /** Tells connected clients that the list of tools is another one now. */
  toolsChanged(): void;
  /** Refuses new requests, and ends what is going on. The runtime stays as it is. */
  close(): Promise<void>;
}

/**
 * Serves a runtime over the Model Context Protocol, revisions 2025-11-25 and 2026-07-28.
 *
 * @example
 * const mcp = serveMcp(runtime, { name: 'files' });
 * createServer(mcp.handle).listen(3000, '127.0.0.1');
 */
export function serveMcp<Deps>(runtime: Runtime<object, Deps>, ...given: McpArguments<Deps>): McpEndpoint {
  const options = (given[0] ?? {}) as McpOptions;
  const service = new McpService(runtime, options);
  const report = (error: unknown): void => {
    service.report(error);
  };
  const guard = hostGuard(options);
  const maxRequestBodySize = options.maxRequestBytes ?? 4 * 1024 * 1024;
  const handler = createMcpHandler(() => makeServer(service), { onerror: report, maxRequestBodySize });
  const stdio = new Set<StdioServerHandle>();
  const answer = async (request: Request, incoming?: IncomingMessage, parsedBody?: unknown): Promise<Response> => {
    const refused = guard(request);
    if (refused !== undefined) return refused;
    const auth = await options.authenticate?.(request);
    if (auth instanceof Response) return auth;
    if (auth === undefined && options.authenticate !== undefined) {
      return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    return handler.fetch(request, { authInfo: new Caller(auth, request.headers, incoming), parsedBody });
  };
  const endpoint: McpEndpoint = {
    fetch: (request) => answer(request),
    handle: (request, response, body) =>
      toNodeHandler(
        { fetch: (web, extra) => answer(web, request, extra?.parsedBody) },
        { onerror: report, maxRequestBodySize },
      )(
        request as NodeIncomingMessageLike,
        response,
        typeof body === 'function' ? (request as { body?: unknown }).body : body,
      ),
    serveStdio() {
      const handle = serveStdio(() => makeServer(service), { onerror: report });
      stdio.add(handle);
      return handle;
    },
    toolsChanged() {
      handler.notify.toolsChanged();
    },
    async close() {
      await Promise.all([handler.close(), ...[...stdio].map((handle) => handle.close())]);
    },
    [Symbol.asyncDispose]: () => endpoint.close(),
  };
  return endpoint;
}

/** Options that must be there, with `context`, when tools need dependencies. */
export type McpArguments<Deps> =
  WithDeps<Deps, object> extends [object?]
    ? [options?: McpOptions<Deps>]
    : [options: McpOptions<Deps> & Required<Pick<McpOptions<Deps>, 'context'>>];
