import { htmlTags } from './html-tags.js';

/**
 * Counts how deep the elements of a document are nested, in one pass and without building it.
 * Readers of HTML are recursive, so a document that is too deep is converted in another way.
 */
export function htmlDepth(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const { kind } of htmlTags(html)) {
    if (kind === 'end') depth = Math.max(0, depth - 1);
    if (kind === 'start') depth += 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}
