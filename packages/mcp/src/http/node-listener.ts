import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
      service.mention(error);
    },
  };
  return async (request, response, third) => {
    // By its head first: nobody who may not come in makes us read a body.
    const caller = await endpoint.enter(headOf(request), request);
    const isRefused = caller instanceof Response;
    const handle = toNodeHandler(
      {
        fetch: (web, given) => (isRefused ? Promise.resolve(caller) : endpoint.answer(web, caller, given?.parsedBody)),
      },
      options,
    );
    await handle(
      request as NodeIncomingMessageLike,
      response,
      isRefused ? NO_BODY : bodyOf(request as WithBody, third),
    );
  };
}

function headOf({ method = 'GET', url = '/', headers }: IncomingMessage): Request {
  const named = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // Names with a colon are those that HTTP/2 has in the place of the first line.
    if (!name.startsWith(':')) for (const one of [value ?? []].flat()) named.append(name, one);
  }
  // The guard must judge what was sent, not the address that stands in here.
  if (!named.has('host')) named.set('host', String(headers[':authority'] ?? ''));
  return new Request(addressOf(url), { method, headers: named });
}

/** What clients send need not be an address. */
function addressOf(url: string): URL {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : new URL('http://localhost');
}

/** Express leaves the parsed body on the request, and gives `next` as the third argument. */
function bodyOf(request: WithBody, third: unknown): unknown {
  return typeof third === 'function' || third === undefined ? request.body : third;
}

/** Anything but undefined: then the adapter leaves the body unread. */
const NO_BODY = null;

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
export interface McpListener extends AsyncDisposable {
  readonly url: URL;
  /** Takes no more connections, and ends those that are open. */
  close(): Promise<void>;
}

/**
 * Listens with Node's http server. Rejects when the port is taken.
 *
 * @param hasDocuments - whether there are documents of OAuth beside the endpoint
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
  // What is being sent may still go out.
  const rest = setTimeout(() => {
    server.closeAllConnections();
  }, 1_000);
  await closed;
  clearTimeout(rest);
}
