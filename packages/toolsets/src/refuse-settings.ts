import { invalidOption } from './invalid-option.js';

/**
 * Rejects arguments of a function that takes none. JavaScript ignores them.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION`
 */
export function refuseSettings(name: string, given: readonly unknown[]): void {
  if (given.length > 0) throw invalidOption(`${name}() takes no settings.`, `Write ${name}().`);
}
