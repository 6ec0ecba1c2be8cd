import { findProgram as findInPath, isProgram } from '../../find-program.js';

/**
 * Returns the path of ripgrep, or `undefined` if there is none.
 *
 * @param setting - a path, or whether to look in `PATH`
 */
export function findProgram(setting: string | boolean): string | undefined {
  if (setting === false) return undefined;
  if (typeof setting === 'string') return isProgram(setting) ? setting : undefined;
  return findInPath('rg');
}
