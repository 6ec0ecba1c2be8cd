import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import type { McpService } from '../server/mcp-service.js';
import type { HttpEndpoint } from './http-endpoint.js';

/** Answers a request of Node's http server; the third argument of frameworks is a parsed body, or `next`. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, body?: unknown) => Promise<void>;

/** The endpoint for Node's http server, and for frameworks on top of it. */
export function nodeListener(service: McpService, endpoint: HttpEndpoint): NodeListener {
  const options = {
    maxRequestBodySize: endpoint.maxRequestBytes,
    onerror: (error: Error) => {
      service.report(error);
    },
  };
  return (request, response, third) => {
    // Express leaves the parsed body on the request, and gives `next` as the third argument.
    const body = typeof third === 'function' || third === undefined ? (request as WithBody).body : third;
    const handle = toNodeHandler(
      { fetch: (web, given) => endpoint.fetch(web, { incoming: request, parsedBody: given?.parsedBody }) },
      options,
    );
    return handle(request as NodeIncomingMessageLike, response, body);
  };
}

interface WithBody {
  readonly body?: unknown;
}

/** Where a server of our own listens. */
export interface ListenOptions {
  /** Default 3000; 0 takes a free one. */
  readonly port?: number;
  /** Default `127.0.0.1`: this machine only. */
  readonly host?: string;
  /** Default `/mcp`. */
  readonly path?: string;
}

/** A server of our own. */
export interface McpListener {
  readonly url: URL;
  /** Takes no more connections, and ends those that are open. */
  close(): Promise<void>;
}

/** Listens with Node's http server. Rejects when the port is taken. */
export async function listen(handle: NodeListener, given: ListenOptions = {}): Promise<McpListener> {
  const { port = 3000, host = '127.0.0.1', path = '/mcp' } = given;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === path || pathname.startsWith('/.well-known/')) void handle(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: new URL(path, `http://${shown}:${address.port}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
