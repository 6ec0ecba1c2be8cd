import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import type { McpService } from '../server/mcp-service.js';
import type { HttpEndpoint } from './http-endpoint.js';

/**
 * Answers a request of Node's http server. The third argument is a parsed body, or `next` in
 * frameworks.
 */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, body?: unknown) => Promise<void>;

/** Returns the endpoint for Node's http server, and for frameworks on top of it. */
export function nodeListener(service: McpService, endpoint: HttpEndpoint): NodeListener {
  const options = {
    maxRequestBodySize: endpoint.maxRequestBytes,
    onerror: (error: Error) => {
      service.mention(error);
    },
  };
  return async (request, response, third) => {
    // Checks the head first, so that a rejected client cannot make the server read a body.
    const caller = await endpoint.enter(headOf(request), request);
    if (caller instanceof Response) {
      // Not through the adapter: it builds an address from the head, and a bad head has none.
      await send(caller, response);
      return;
    }
    const handle = toNodeHandler({ fetch: (web, given) => endpoint.answer(web, caller, given?.parsedBody) }, options);
    await handle(request as NodeIncomingMessageLike, response, bodyOf(request as WithBody, third));
  };
}

/** Sends a short response without reading the request. */
async function send(refusal: Response, response: ServerResponse): Promise<void> {
  const body = await refusal.text();
  response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(body);
}

function headOf({ method = 'GET', url = '/', headers }: IncomingMessage): Request {
  const named = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // In HTTP/2, names with a colon replace the first line.
    if (!name.startsWith(':')) for (const one of [value ?? []].flat()) named.append(name, one);
  }
  // The guard must check the sent host, not the replacement address.
  if (!named.has('host')) named.set('host', String(headers[':authority'] ?? ''));
  return new Request(addressOf(url), { method, headers: named });
}

/** Returns the address of a request. Clients may send anything. */
function addressOf(url: string): URL {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : new URL('http://localhost');
}

/**
 * Returns the parsed body. Express leaves it on the request and passes `next` as the third
 * argument.
 */
function bodyOf(request: WithBody, third: unknown): unknown {
  return typeof third === 'function' || third === undefined ? request.body : third;
}

interface WithBody {
  readonly body?: unknown;
}

/** The address of a server from `listen`. */
export interface ListenOptions {
  /** The port. Default 3000. 0 takes a free one. */
  readonly port?: number;
  /** The host. Default `127.0.0.1`: this machine only. */
  readonly host?: string;
  /** The path. Default `/mcp`. */
  readonly path?: string;
}

/** A server from `listen`. */
export interface McpListener extends AsyncDisposable {
  /** The address of the endpoint, with the port that the system chose for port 0. */
  readonly url: URL;
  /** Accepts no more connections, and ends the open ones. */
  close(): Promise<void>;
}

/**
 * Listens with Node's http server. Rejects if the port is in use.
 *
 * @param hasDocuments - whether there are documents of OAuth next to the endpoint
 */
export async function listen(
  handle: NodeListener,
  hasDocuments: boolean,
  given: ListenOptions = {},
): Promise<McpListener> {
  const { port = 3000, host = '127.0.0.1', path = '/mcp' } = given;
  const server = createServer((request, response) => {
    const { pathname } = addressOf(request.url ?? '/');
    if (pathname === path || (hasDocuments && pathname.startsWith('/.well-known/oauth-')))
      void handle(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  let closed: Promise<void> | undefined;
  const address = server.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const close = (): Promise<void> => (closed ??= closeServer(server));
  return {
    url: new URL(path, `http://${shown}:${address.port}`),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // Responses in progress may still finish.
  const rest = setTimeout(() => {
    server.closeAllConnections();
  }, 1_000);
  await closed;
  clearTimeout(rest);
}
