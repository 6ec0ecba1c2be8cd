import { posix, win32 } from 'node:path';
import { ModelRetry } from '@haft/core';

/** The longest path that is read, in UTF-16 units. Linux takes 4,096 bytes. */
const LONGEST_PATH = 4_096;

/**
 * Splits a path of a model into names. Compares names, not texts: `a..b` and `...` are names.
 *
 * @param path - relative to the root. `.` and empty parts are dropped, `..` takes back a name
 * @param platform - Windows also splits at `\` and has names that mean something else
 * @returns the names from the root on, none for the root itself
 * @throws {ModelRetry} if the path is absolute, leaves the root or cannot be a path
 */
export function parsePath(path: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  if (path === '') throw new ModelRetry('The path is empty. Use . for the workspace itself.');
  if (path.length > LONGEST_PATH) throw new ModelRetry(`The path is longer than ${LONGEST_PATH} characters.`);
  if (path.includes('\0') || !path.isWellFormed()) {
    throw new ModelRetry('The path has characters that no path can have.');
  }
  if (isAbsolutePath(path)) throw new ModelRetry(`Absolute paths are not allowed: ${path}`);
  const names: string[] = [];
  for (const part of path.split(platform === 'win32' ? /[/\\]/ : '/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') names.push(part);
    else if (names.pop() === undefined) throw leavesWorkspace(path);
  }
  const odd = platform === 'win32' ? names.find(isOddOnWindows) : undefined;
  if (odd !== undefined) throw new ModelRetry(`'${odd}' in ${path} is not a valid name.`);
  return names;
}

/** Returns whether a path is absolute on any platform, so that `C:\x` never depends on the host. */
export function isAbsolutePath(path: string): boolean {
  return posix.isAbsolute(path) || win32.isAbsolute(path);
}

/** Returns the error for a path that leads out of the root. */
export function leavesWorkspace(path: string): ModelRetry {
  return new ModelRetry(`The path leaves the workspace: ${path}`);
}

/** Streams (`a:b`), devices (`NUL`), and names whose last dots and blanks Windows drops. */
function isOddOnWindows(name: string): boolean {
  return /[<>:"|?*]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name) || hasControlCharacter(name);
}

function hasControlCharacter(name: string): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) < 32) return true;
  return false;
}
