import { nativePattern } from '../patterns/native-pattern.js';

/**
 * Returns whether a string is an ECMAScript regular expression with the flag `u`. Compiles it and
 * never runs it.
 */
export function isRegex(text: string): boolean {
  return nativePattern(text, 'u') !== undefined;
}
