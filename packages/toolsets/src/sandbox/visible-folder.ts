import { isAbsolute, normalize } from 'node:path';
import { invalidOption } from '../invalid-option.js';

/**
 * Returns the normal form of a path that the sandbox shows.
 *
 * @param setting - its name in messages
 * @throws {HaftError} HAFT_INVALID_OPTION if the sandbox cannot show it at the same place
 */
export function visibleFolder(setting: string, path: string): string {
  if (!isAbsolute(path)) {
    throw invalidOption(`${setting} has '${path}', which is not an absolute path.`, 'Resolve it first.');
  }
  const real = normalize(path);
  if (real !== '/' && !/^\/(?:proc|dev|sys|tmp|workspace)(?:\/|$)/.test(real)) return real;
  throw invalidOption(`${setting} has '${path}', which the sandbox cannot show.`, 'Name a folder of programs.');
}
