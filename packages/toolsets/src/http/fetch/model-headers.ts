import { ModelRetry } from '@haft/core';

/** Headers that a model may set. None of them carries a secret or changes where a request goes. */
const ALLOWED = ['accept', 'accept-language', 'cache-control', 'if-modified-since', 'if-none-match'];

/** A value of a header: visible ASCII and spaces (RFC 9110, section 5.5). */
const VALUE = /^[\t\x20-\x7e]*$/;

/**
 * Checks the headers of a model.
 *
 * @returns them with names in lower case
 * @throws {ModelRetry} if one is not allowed or has an invalid value
 */
export function modelHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const known = ALLOWED.find((allowed) => allowed === name.toLowerCase());
    if (known === undefined) {
      throw new ModelRetry(`The header '${name}' is not allowed. Allowed: ${ALLOWED.join(', ')}.`);
    }
    if (!VALUE.test(value) || value.length > 1000)
      throw new ModelRetry(`The value of the header '${name}' is invalid.`);
    checked[known] = value;
  }
  return checked;
}
