import { refuseUnknownOptions, type OptionNames } from '@haft/core';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { toNodeHandler, type NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import type { McpService } from '../server/mcp-service.js';
import type { HttpEndpoint } from './http-endpoint.js';
import { jsonRpcError } from './json-rpc-error.js';

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
    const head = headOf(request);
    // Checks the head first, so that a rejected client cannot make the server read a body.
    const caller = head instanceof Response ? head : await endpoint.enter(head, request);
    if (head instanceof Response || caller instanceof Response) {
      await send(caller as Response, response);
      return;
    }
    const body = bodyOf(request as WithBody, third);
    const handle = toNodeHandler({ fetch: (web) => endpoint.answer(web, caller, body) }, options);
    await handle(checkedRequest(request, head, body), response);
    // The rest of a body that is too long. Otherwise the next request of the connection would wait.
    request.resume();
  };
}

/** Sends a short response without reading the request. */
async function send(refusal: Response, response: ServerResponse): Promise<void> {
  const body = await refusal.text();
  response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(body);
}

/** Returns the head of a request, or the response if the fetch standard has no such request. */
function headOf({ method = 'GET', url = '/', headers }: IncomingMessage): Request | Response {
  if (FORBIDDEN.has(method.toUpperCase()))
    return jsonRpcError(405, -32000, 'Method not allowed', { allow: 'GET, POST, DELETE' });
  try {
    const named = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      // In HTTP/2, names with a colon replace the first line.
      if (!name.startsWith(':')) for (const one of [value ?? []].flat()) named.append(name, one);
    }
    // The guard must check the sent host, not the replacement address.
    if (!named.has('host')) named.set('host', String(headers[':authority'] ?? ''));
    return new Request(addressOf(url), { method, headers: named });
  } catch {
    return jsonRpcError(400, -32000, 'Invalid request');
  }
}

/** Methods that the fetch standard rejects. */
const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Returns the address of a request. Clients may send anything. */
function addressOf(url: string): URL {
  return URL.canParse(url, 'http://localhost') ? new URL(url, 'http://localhost') : new URL('http://localhost');
}

/**
 * Returns the request for the SDK, which builds an address from the header `Host` and the path: the
 * guard allows hosts, and clients send paths, that make none. The endpoint passes a parsed body.
 */
function checkedRequest(request: IncomingMessage, { url, headers }: Request, body: unknown): NodeIncomingMessageLike {
  const { pathname, search } = new URL(url);
  const { host: _host, ...others } = Object.fromEntries(headers);
  return {
    method: request.method,
    url: `${pathname}${search}`,
    headers: others,
    // A body that is too long must not end the connection before the answer.
    [Symbol.asyncIterator]: () =>
      body === undefined ? request.iterator({ destroyOnReturn: false }) : Readable.from([]).iterator(),
  } as NodeIncomingMessageLike;
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
  refuseUnknownOptions('mcp.listen', given, OPTIONS);
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

const OPTIONS: OptionNames<ListenOptions> = { port: true, host: true, path: true };
