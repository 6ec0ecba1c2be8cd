import { errors, request, type Dispatcher } from 'undici';
import { ModelRetry, ToolFailed } from '@haft/core';
import { AddressRefused } from '../guard/address-refused.js';
import { checkUrl } from '../guard/check-url.js';
import { discard } from './discard.js';
import { errorCode } from './error-code.js';
import type { HttpOptions } from '../http-options.js';
import { ACCEPTED_ENCODINGS, readBody } from './read-body.js';
import { withDeadline } from './with-deadline.js';

/** A request of a model, checked. */
export interface UrlRequest {
  readonly url: URL;
  readonly signal: AbortSignal;
}

/** An answer after all redirects. */
export interface UrlResponse {
  readonly url: URL;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Buffer;
}

/** Called before each request, such as for the rules of `robots.txt`. */
export type BeforeRequest = (url: URL, signal: AbortSignal) => Promise<void>;

/**
 * Sends a request and follows redirects. Each hop is checked like the first URL.
 *
 * @throws {ToolFailed} if the address is not allowed, cannot be reached, answers too late, or
 *   redirects too often
 */
export function fetchUrl(asked: UrlRequest, options: HttpOptions, before?: BeforeRequest): Promise<UrlResponse> {
  return withDeadline(options.timeoutMs, asked.signal, async ({ signal, isOver }) => {
    let { url } = asked;
    try {
      for (let hop = 0; hop <= options.maxRedirects; hop += 1) {
        await before?.(url, signal);
        const response = await send({ ...asked, url, signal }, options);
        const target = redirectTarget(response);
        if (target === undefined) return await readResponse(response, url, options);
        discard(response.body);
        url = nextUrl(target, url, options);
      }
    } catch (error) {
      if (asked.signal.aborted) throw asked.signal.reason;
      if (!isOver()) throw failureOf(error, url);
      throw new ToolFailed(`${url.host} did not answer within ${String(options.timeoutMs / 1000)} seconds.`);
    }
    throw new ToolFailed(`${asked.url.href} redirects more than ${String(options.maxRedirects)} times.`);
  });
}

function send({ url, signal }: UrlRequest, options: HttpOptions): Promise<Dispatcher.ResponseData> {
  return request(url, {
    method: 'GET',
    signal,
    dispatcher: options.dispatcher,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    headers: {
      'user-agent': options.userAgent,
      'accept-encoding': ACCEPTED_ENCODINGS,
      ...options.headers.get(url.origin),
    },
  });
}

async function readResponse(response: Dispatcher.ResponseData, url: URL, options: HttpOptions): Promise<UrlResponse> {
  const encoding = headerOf(response, 'content-encoding');
  const body = await readBody({ stream: response.body, encoding, url }, options.maxBytes);
  return { url, status: response.statusCode, contentType: headerOf(response, 'content-type'), body };
}

function redirectTarget(response: Dispatcher.ResponseData): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.statusCode);
  return isRedirect ? headerOf(response, 'location') : undefined;
}

/** The model did not write this URL, so it cannot correct it. */
function nextUrl(target: string, from: URL, { rules }: HttpOptions): URL {
  try {
    return checkUrl(target, rules, from);
  } catch (error) {
    if (error instanceof ModelRetry) throw new ToolFailed(`${from.href} redirects to a URL that cannot be fetched.`);
    throw error;
  }
}

function headerOf({ headers }: Dispatcher.ResponseData, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Returns the error for the model. Errors of the network name the host and a code. */
function failureOf(error: unknown, url: URL): unknown {
  if (error instanceof AddressRefused) return new ToolFailed(`This address is not allowed: ${url.hostname}`);
  if (error instanceof errors.HTTPParserError)
    return new ToolFailed(`${url.host} sent a reply that is not valid HTTP.`);
  const code = error instanceof ToolFailed ? undefined : errorCode(error);
  return code === undefined ? error : new ToolFailed(`${url.host} cannot be reached (${code}).`);
}
