import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * Returns the path of ripgrep, or `undefined` if there is none.
 *
 * @param setting - a path, or whether to look in `PATH`
 */
export function findProgram(setting: string | boolean): string | undefined {
  if (setting === false) return undefined;
  if (typeof setting === 'string') return isProgram(setting) ? setting : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, 'rg')).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
