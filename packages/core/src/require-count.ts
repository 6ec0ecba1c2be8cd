import { HaftError } from './errors/index.js';
import { kindOf } from './require-kind.js';

/**
 * Returns `value` if it is a whole number of at least `minimum`.
 *
 * @param option - name for the message: `@Timeout`, `createRuntime limits.retries`
 * @throws {HaftError} HAFT_INVALID_OPTION otherwise
 */
export function requireCount(option: string, value: number, minimum: number): number {
  if (Number.isSafeInteger(value) && value >= minimum) return value;
  throw new HaftError('HAFT_INVALID_OPTION', `${option} is ${shown(value)}.`, {
    hint: `Give a whole number of at least ${minimum}.`,
  });
}

/** Quotes strings: `@Retries is 3` would look valid. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'number' ? String(value) : kindOf(value);
}
