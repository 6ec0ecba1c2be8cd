import { nearest } from '@haft/schema/basics';

/**
 * Returns the name that the author of a program probably meant: equal but for case and separators,
 * its beginning, or at most a third of its letters wrong. If several are equally near, returns the
 * first.
 */
export function nearName(word: string, names: Iterable<string>): string | undefined {
  return nearest(word, names);
}
