import { posix } from 'node:path';
import { ModelRetry } from '@haft/core';
import { expandBraces, Glob } from './glob.js';

const LONGEST_PATTERN = 1_000;
const WILDCARD = /[*?[{]/;

/** The paths that a path with wildcards takes. */
export interface PathPattern {
  /** The folder that they are in. `.` for the workspace. */
  readonly base: string;
  /**
   * Returns whether the pattern takes a path.
   *
   * @param names - as the tools show them, with the name of the root
   */
  readonly takes: (names: readonly string[]) => boolean;
  /** Names that a path has at most. Infinity if the pattern does not say. */
  readonly most: number;
}

/**
 * Reads a path with wildcards. Without `/` it is about the last name, in any folder.
 *
 * @returns undefined for a plain path
 * @throws {ModelRetry} if the pattern is too long
 */
export function pathPattern(path: string): PathPattern | undefined {
  if (!WILDCARD.test(path)) return undefined;
  const patterns = path.length > LONGEST_PATTERN ? undefined : expandBraces(posix.normalize(path));
  if (patterns === undefined) throw new ModelRetry('The pattern is too long. Use a simpler one.');
  const globs = patterns.map((one) => ({ glob: new Glob(one), isName: !path.includes('/') }));
  return {
    base: baseOf(posix.normalize(path)),
    takes: (names) => globs.some(({ glob, isName }) => glob.test(isName ? names.slice(-1) : names)),
    most: Math.max(...globs.map(({ glob, isName }) => (isName ? Infinity : glob.most))),
  };
}

/** Returns the folders before the first wildcard. */
function baseOf(pattern: string): string {
  const names = pattern.split('/');
  const first = names.findIndex((name) => WILDCARD.test(name) || name.includes('\\'));
  return names.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.');
}
