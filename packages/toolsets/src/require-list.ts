import { invalidOption } from './invalid-option.js';

/**
 * Refuses another value in place of a list of texts. A text has letters as items.
 *
 * @throws {HaftError} HAFT_INVALID_OPTION
 */
export function requireList(name: string, value: unknown): void {
  if (value === undefined || Array.isArray(value)) return;
  throw invalidOption(`${name} is not a list.`, `Write ${name}: [...].`);
}
