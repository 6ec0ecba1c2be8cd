import { EmitError } from '../emit-error.js';

/**
 * A pattern as a regular expression literal. As the issue collector reads it: with the flag `u`, and without it where
 * that is no valid expression.
 *
 * @throws EmitError when it is none with either
 */
export function patternLiteral(source: string): string {
  for (const flags of ['u', '']) {
    try {
      return String(new RegExp(source, flags));
    } catch {
      continue;
    }
  }
  throw new EmitError(`the pattern ${JSON.stringify(source)} is no regular expression`);
}
