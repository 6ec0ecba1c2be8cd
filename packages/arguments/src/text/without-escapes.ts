import { tryParseJson } from './try-parse-json.js';

/** An object from a text with superfluous escapes. */
export interface Unescaped {
  readonly value: object;
  /** JSON text of the object. */
  readonly text: string;
}

/**
 * Reads an object in which all quotes are escaped, like a JSON string without its quotes:
 * `{\\"a\\":1}`.
 *
 * @returns undefined if a quote is not escaped or if the result is not JSON
 */
export function withoutEscapes(text: string): Unescaped | undefined {
  if (!/^\s*\{\s*\\"/.test(text)) return undefined;
  const inside = tryParseJson(`"${text.trim().replace(/\r?\n/g, '\\n').replace(/\t/g, '\\t')}"`);
  if (typeof inside !== 'string') return undefined;
  const value = tryParseJson(inside);
  return typeof value === 'object' && value !== null ? { value, text: inside } : undefined;
}
