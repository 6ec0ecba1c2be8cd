import { ReadableStream } from 'node:stream/web';
import type { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';
import { HttpProblem } from './http-problem.js';

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
 * @throws {HttpProblem} with the status 400 or 405, if the fetch standard has no such request
 */
export function fetchRequest(request: NodeMessage, body: unknown): Request {
  const { method = 'GET', url = '/' } = request;
  if (FORBIDDEN.has(method.toUpperCase()))
    throw new HttpProblem(405, 'METHOD_NOT_ALLOWED', 'Use GET or POST.', { allow: 'GET, POST' });
  try {
    const init = { method, headers: headersOf(request.headers) };
    if (method === 'GET' || method === 'HEAD') return new Request(addressOf(url), init);
    return new Request(addressOf(url), { ...init, body: bodyOf(request, body), duplex: 'half' });
  } catch {
    throw new HttpProblem(400, 'INVALID_REQUEST', 'The request is invalid.');
  }
}

/** Methods that the fetch standard rejects. */
const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** A request to a proxy has a whole address, and `OPTIONS *` has none. */
function addressOf(url: string): URL {
  if (url.startsWith('/')) return new URL(`http://localhost${url}`);
  const { pathname, search } = URL.canParse(url) ? new URL(url) : { pathname: '/', search: '' };
  return new URL(`http://localhost${pathname.startsWith('/') ? pathname : '/'}${search}`);
}

function headersOf(given: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  const { host, ':authority': authority } = given;
  if (host === undefined && typeof authority === 'string') headers.set('host', authority);
  for (const [name, value] of Object.entries(given)) {
    // HTTP/2 adds names such as `:path`, which the fetch standard refuses.
    if (name.startsWith(':')) continue;
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}

function bodyOf(request: NodeMessage, parsed: unknown): ReadableStream | Uint8Array<ArrayBuffer> | string {
  if (parsed === undefined) {
    // `Readable.toWeb` would close the connection of a client before it has the answer, if the body
    // is not read to its end.
    return ReadableStream.from(request.iterator({ destroyOnReturn: false }));
  }
  if (typeof parsed === 'string') return parsed;
  return parsed instanceof Uint8Array ? new Uint8Array(parsed) : JSON.stringify(parsed);
}
