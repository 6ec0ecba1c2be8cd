import type { Path } from '../issues/issue.js';
import { pathText } from '../strings/path-text.js';

/**
 * Writes a path of a schema: `filters[*].since`, with `[*]` for every item and every other
 * property.
 */
export function pathWithStars(path: Path): string {
  return pathText(path).replaceAll('["*"]', '[*]');
}
