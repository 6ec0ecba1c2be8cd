/**
 * Returns whether a string is an ECMAScript regular expression with the flag `u`. Compiles it and
 * never runs it.
 */
export function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
