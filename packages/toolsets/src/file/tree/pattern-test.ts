import { ModelRetry } from '@haft/core';
import { expandBraces, Glob } from './glob.js';

const LONGEST_PATTERN = 1_000;

/**
 * Returns a test for paths below a folder. A pattern without `/` is about the last name.
 *
 * @param pattern - from a model. Undefined takes everything
 * @throws {ModelRetry} if the pattern is too long
 */
export function patternTest(pattern: string | undefined): (names: readonly string[]) => boolean {
  if (pattern === undefined || pattern === '') return () => true;
  const patterns = pattern.length > LONGEST_PATTERN ? undefined : expandBraces(pattern);
  if (patterns === undefined) throw new ModelRetry('The pattern is too long. Use a simpler one.');
  const globs = patterns.map((one) => ({ glob: new Glob(one), isPath: one.includes('/') }));
  return (names) => globs.some(({ glob, isPath }) => glob.test(isPath ? names : names.slice(-1)));
}
