import { ModelRetry, ToolFailed } from '@haft/core';
import { parseUrl } from '../parse-url.js';
import { plainHost } from './plain-host.js';

/** Which URLs a model may fetch. */
export interface UrlRules {
  readonly ports: ReadonlySet<number>;
  readonly allowHosts: readonly string[] | undefined;
  readonly denyHosts: readonly string[];
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Reads a URL and checks what can be known without a connection.
 *
 * @param base - the URL that a redirect came from
 * @throws {ModelRetry} if it is not a URL that can be fetched
 * @throws {ToolFailed} if its host or port is not allowed
 */
export function checkUrl(text: string, rules: UrlRules, base?: URL): URL {
  const url = parseUrl(text, base);
  if (url === undefined) throw new ModelRetry(`This is not an absolute URL: ${text}`);
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined) throw new ModelRetry(`Only http and https URLs can be fetched, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new ModelRetry('The URL must not contain a user or password.');
  const port = url.port === '' ? defaultPort : Number(url.port);
  if (!rules.ports.has(port) || !isAllowed(url.hostname, rules)) {
    throw new ToolFailed(`This address is not allowed: ${url.host}`);
  }
  url.hash = '';
  return url;
}

function isAllowed(host: string, { allowHosts, denyHosts }: UrlRules): boolean {
  if (denyHosts.some((pattern) => matches(host, pattern))) return false;
  return allowHosts === undefined || allowHosts.some((pattern) => matches(host, pattern));
}

function matches(host: string, pattern: string): boolean {
  const name = plainHost(host);
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
}
