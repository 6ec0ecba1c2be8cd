/** A regular expression of ECMAScript, with the flag `u`. It is compiled, never run. */
export function isRegex(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
