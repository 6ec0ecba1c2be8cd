import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Older versions always respect `.rgignore` files, whatever the options. */
const OLDEST_VERSION = 14;
const VERSION_TIMEOUT_MS = 5_000;

/**
 * Returns the path of ripgrep, or `undefined` if there is none, or only one of an old version.
 *
 * @param setting - a path, or whether to look in `PATH`
 */
export async function findProgram(setting: string | boolean): Promise<string | undefined> {
  const program = pathOf(setting);
  if (program === undefined) return undefined;
  let version = versions.get(program);
  if (version === undefined) versions.set(program, (version = versionOf(program)));
  return (await version) >= OLDEST_VERSION ? program : undefined;
}

/** By path. A program that is replaced while the process runs keeps its version. */
const versions = new Map<string, Promise<number>>();

/** Returns the major version of ripgrep, or 0 if the program does not tell it. */
function versionOf(program: string): Promise<number> {
  return new Promise((resolve) => {
    execFile(program, ['--version'], { env: {}, timeout: VERSION_TIMEOUT_MS }, (_error, output) => {
      resolve(Number(/^ripgrep (\d+)\./.exec(output)?.[1] ?? 0));
    });
  });
}

function pathOf(setting: string | boolean): string | undefined {
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
