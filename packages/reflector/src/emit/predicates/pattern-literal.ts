import { EmitError } from '../emit-error.js';

/**
 * Returns a pattern as a regular expression literal, as the issue collector reads it: with the flag
 * `u`, or without it if the pattern is invalid with it.
 *
 * @throws {EmitError} if it is invalid with and without the flag
 */
export function patternLiteral(source: string): string {
  for (const flags of ['u', '']) {
    try {
      return String(new RegExp(source, flags));
    } catch {
      continue;
    }
  }
  throw new EmitError(`the pattern ${JSON.stringify(source)} is not a regular expression`);
}
