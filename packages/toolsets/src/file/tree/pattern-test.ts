import { ModelRetry } from '@haft/core';
import { expandBraces, Glob } from './glob.js';

const LONGEST_PATTERN = 1_000;

/** A pattern for the paths below a folder. */
export interface PathPattern {
  /**
   * Returns whether the pattern takes a path.
   *
   * @param names - from the root on
   */
  readonly takes: (names: readonly string[]) => boolean;
  /** Levels of folders below the folder that a path of the pattern has at least. */
  readonly least: number;
  /** Levels that it has at most. Infinity if the pattern does not say. */
  readonly most: number;
}

/**
 * Reads a pattern of a model. Without `/` it is about the last name. With it, it is about the path
 * below the folder, or about the path that the tools show, since a model writes both.
 *
 * @param pattern - undefined takes everything
 * @param folder - names of the folder, from the root on
 * @param root - name of the root, empty if it has none
 * @throws {ModelRetry} if the pattern is too long
 */
export function pathPattern(pattern: string | undefined, folder: readonly string[], root: string): PathPattern {
  if (pattern === undefined || pattern === '') return { takes: () => true, least: 1, most: 1 };
  const patterns = pattern.length > LONGEST_PATTERN ? undefined : expandBraces(pattern);
  if (patterns === undefined) throw new ModelRetry('The pattern is too long. Use a simpler one.');
  const shownFolder = [...(root === '' ? [] : [root]), ...folder];
  const tests = patterns.map((one) => {
    const glob = new Glob(one);
    if (!one.includes('/')) return { takes: (names: readonly string[]) => glob.test(names.slice(-1)), ...ANY_DEPTH };
    const isShown = glob.beginsWith(shownFolder);
    const takes = (names: readonly string[]): boolean => {
      const below = names.slice(folder.length);
      return glob.test(below) || (isShown && glob.test([...shownFolder, ...below]));
    };
    return { takes, ...glob.depth };
  });
  return {
    takes: (names) => tests.some(({ takes }) => takes(names)),
    least: Math.min(...tests.map(({ least }) => least)),
    most: Math.max(...tests.map(({ most }) => most)),
  };
}

const ANY_DEPTH = { least: 1, most: Infinity };
