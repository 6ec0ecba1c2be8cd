import { ToolFailed } from '@haft/core';
import type { HttpOptions } from '../http-options.js';
import { fetchUrl, type BeforeRequest } from './fetch-url.js';

/** Longest part of a `robots.txt` that is read, in bytes (RFC 9309, section 2.5). */
const MAX_BYTES = 512_000;

/**
 * Makes a check that follows `robots.txt` (RFC 9309). A site without the file allows everything. If
 * the file cannot be fetched, the site allows nothing.
 *
 * @throws {ToolFailed} from the check, if the site does not allow the URL
 */
export function robotsCheck(options: HttpOptions): BeforeRequest {
  return async (url, signal) => {
    const robotsUrl = new URL('/robots.txt', url);
    const rules = await fetchRules(robotsUrl, options, signal);
    const question = { robotsUrl: robotsUrl.href, url: url.href, userAgent: options.userAgent };
    const isAllowed =
      typeof rules === 'boolean'
        ? rules
        : await options.worker.run<'robots'>({ kind: 'robots', ...question, robotsText: rules }, signal);
    if (!isAllowed) throw new ToolFailed(`The robots.txt of ${url.host} does not allow ${url.pathname}.`);
  };
}

/** Returns the text, or whether everything is allowed without one. The cache of HTTP keeps it. */
async function fetchRules(url: URL, options: HttpOptions, signal: AbortSignal): Promise<string | boolean> {
  try {
    const { status, body } = await fetchUrl({ url, signal }, options);
    if (status >= 400) return status < 500;
    return body.toString('utf8', 0, MAX_BYTES);
  } catch (error) {
    if (error instanceof ToolFailed) return false;
    throw error;
  }
}
