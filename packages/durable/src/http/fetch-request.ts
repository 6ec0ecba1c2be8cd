import { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';

/** The used part of a request of Node's http and http2 servers. */
export interface NodeMessage extends Readable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Returns the request of Node as a request of the fetch standard.
 *
 * @param body - the body that a parser of the framework has read. Undefined if nothing has read it.
 */
export function fetchRequest(request: NodeMessage, body: unknown): Request {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  const { host, ':authority': authority } = request.headers;
  if (host === undefined && typeof authority === 'string') headers.set('host', authority);
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 adds names such as `:path`, which the fetch standard refuses.
    if (name.startsWith(':')) continue;
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  const address = new URL(`http://localhost${url.startsWith('/') ? url : '/'}`);
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers });
  const content = body === undefined ? (Readable.toWeb(request) as ReadableStream) : JSON.stringify(body);
  return new Request(address, { method, headers, body: content, duplex: 'half' });
}
