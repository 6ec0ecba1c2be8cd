import type { Path } from '../issues/issue.js';
import { pathText } from '../issues/path-text.js';

/** A path of a schema as a person writes it: `filters[*].since`, with `[*]` for every item and every other property. */
export function pathWithStars(path: Path): string {
  return pathText(path).replaceAll('["*"]', '[*]');
}
