import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpProblem } from '@haft/durable/http';
import type { CheckedOptions } from '../inspect-options.js';
import { Access } from './access.js';
import { apiPathOf } from './api-path.js';

/**
 * Returns the permissions of the sender. Refuses a request of another page, or without a
 * permission. A site that a browser shows can send requests to localhost, also with cookies of
 * localhost, so a host, an origin and a token count.
 *
 * @throws {HttpProblem} 401, 403 or 421
 */
export async function guard(request: Request, options: CheckedOptions, native: unknown): Promise<Access> {
  // A request that no server received has its host in the address only.
  const host = request.headers.get('host') ?? new URL(request.url).host;
  if (!options.hosts.includes(host)) throw new HttpProblem(421, 'WRONG_HOST', 'This host is not in `hosts`.');
  const origin = request.headers.get('origin');
  if (origin !== null && !isOwnOrigin(origin, host))
    throw new HttpProblem(403, 'WRONG_ORIGIN', 'The request comes from another page.');
  const isApi = apiPathOf(request) !== undefined;
  const site = request.headers.get('sec-fetch-site');
  if (isApi && site !== null && site !== 'same-origin')
    throw new HttpProblem(403, 'WRONG_SITE', 'The request comes from another page.');
  // The page itself has no secret, and a browser sends no token for it.
  if (isApi && options.token !== undefined && !hasToken(request, options.token))
    throw new HttpProblem(401, 'NO_TOKEN', 'Open the address that `haft inspect` printed.');
  return Access.of(options, request, native);
}

function isOwnOrigin(origin: string, host: string): boolean {
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

function hasToken(request: Request, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  return timingSafeEqual(hashOf(given), hashOf(token));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
