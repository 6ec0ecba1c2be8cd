/** An object that was escaped once too often. */
export interface Unescaped {
  readonly value: object;
  /** As JSON. */
  readonly text: string;
}

/**
 * Reads an object whose quotes are all escaped, as in a JSON string that lost its own quotes: `{\\"a\\":1}`.
 *
 * @returns undefined if some quote is not escaped, or if what is left is not JSON: then it may be a part of another text
 */
export function withoutEscapes(text: string): Unescaped | undefined {
  if (!/^\s*\{\s*\\"/.test(text)) return undefined;
  const inside = parsed(`"${text.trim().replace(/\r?\n/g, '\\n').replace(/\t/g, '\\t')}"`);
  if (typeof inside !== 'string') return undefined;
  const value = parsed(inside);
  return typeof value === 'object' && value !== null ? { value, text: inside } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
