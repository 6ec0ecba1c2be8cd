import type { Tag } from './comments.js';

/**
 * Returns the names in the tags `@alias`, such as `@alias file_path, filename`, or undefined if
 * there is no such tag. A tag without a name gives an empty one, which is reported.
 */
export function aliasesOf(tags: readonly Tag[]): readonly string[] | undefined {
  const found = tags.filter(({ name }) => name === 'alias');
  return found.length === 0 ? undefined : found.flatMap(({ text }) => text.trim().split(/[\s,]+/));
}
