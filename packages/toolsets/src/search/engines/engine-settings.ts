import { requireKind } from '@haft/core';
import { parseUrl } from '../../http/parse-url.js';
import { invalidOption } from '../../invalid-option.js';

/**
 * Returns a key that can be in a header.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is missing, such as an unset variable
 */
export function requireKey(engine: string, key: unknown): string {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return key;
  throw invalidOption(
    `${engine} has no valid apiKey.`,
    'Give the key of your account. An unset variable is undefined.',
  );
}

/**
 * Returns the address of an engine, with a path below it.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is not an http or https URL
 */
export function engineUrl(engine: string, baseUrl: string, path: string): URL {
  requireKind(`${engine} baseUrl`, baseUrl, 'a string');
  const url = parseUrl(baseUrl.replace(/\/+$/, '') + path);
  if (url?.username === '' && url.password === '' && /^https?:$/.test(url.protocol)) return url;
  // The message does not repeat the text, which may have a password.
  const hint = "Write it as 'https://search.example.com'. For a password, use a header.";
  throw invalidOption(`The baseUrl of ${engine} is not an http or https URL without a password.`, hint);
}

/** Returns the address with parameters. */
export function withQuery(url: URL, parameters: Readonly<Record<string, string | undefined>>): URL {
  const result = new URL(url);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) result.searchParams.set(name, value);
  }
  return result;
}
