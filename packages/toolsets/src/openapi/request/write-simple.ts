import { ModelRetry } from '@haft/core';
import { encode, entriesOf, textOf } from './encode.js';
import type { Parameter } from './parameter.js';

/** Characters that a server could cut a path at. */
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Writes a value into the path of a URL: styles `simple`, `label` and `matrix`.
 *
 * @throws {ModelRetry} if it could lead to another path
 */
export function writePathValue({ name, argument, style, explode }: Parameter, value: unknown): string {
  const text = writeSimple(value, explode, (part) => encode(checkedPart(argument, part)), style);
  if (text === '') throw new ModelRetry(`The argument '${argument}' must not be empty.`);
  if (style === 'label') return `.${text}`;
  if (style !== 'matrix') return text;
  const isExploded = explode && typeof value === 'object';
  if (!isExploded) return `;${encode(name)}=${text}`;
  return Array.isArray(value)
    ? value.map((one) => `;${encode(name)}=${encode(checkedPart(argument, textOf(one)))}`).join('')
    : `;${text}`;
}

/** Writes a value of a header: style `simple`. */
export function writeHeaderValue({ argument, explode, style }: Parameter, value: unknown): string {
  const text = writeSimple(value, explode, (part) => part, style);
  if (!HEADER_VALUE.test(text) || text.length > LONGEST_HEADER)
    throw new ModelRetry(`The argument '${argument}' must be one line of ASCII characters.`);
  return text;
}

/** Visible ASCII and spaces (RFC 9110, section 5.5). */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
const LONGEST_HEADER = 4000;

function writeSimple(value: unknown, explode: boolean, write: (part: string) => string, style: string): string {
  if (style === 'json') return write(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return write(textOf(value));
  const separator = !explode ? ',' : style === 'label' ? '.' : style === 'matrix' ? ';' : ',';
  if (Array.isArray(value)) return value.map((one) => write(textOf(one))).join(separator);
  const pairs = entriesOf(value).map(([key, one]) => [write(key), write(textOf(one))] as const);
  return pairs.map(([key, one]) => (explode ? `${key}=${one}` : `${key},${one}`)).join(separator);
}

/**
 * Rejects parts of a path that a server could read as another path, also if it decodes them twice.
 *
 * @throws {ModelRetry} if there is one
 */
function checkedPart(argument: string, part: string): string {
  if (part === '') throw new ModelRetry(`The argument '${argument}' must not be empty.`);
  if ([part, decoded(part)].every(isSafe)) return part;
  throw new ModelRetry(`The argument '${argument}' must not contain the segments '.' and '..', or control characters.`);
}

function isSafe(text: string): boolean {
  return !CONTROL.test(text) && text.split(/[/\\]/).every((segment) => !/^\.{1,2}(;|$)/.test(segment));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lonely `%` does not hide the other escapes from a lenient server.
    return text.replace(/%2e/gi, '.').replace(/%2f/gi, '/').replace(/%5c/gi, '\\');
  }
}
