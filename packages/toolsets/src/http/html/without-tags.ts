import { htmlTags } from './html-tags.js';

/** Elements whose content is not text of the page. */
const HIDDEN = new Set(['script', 'style', 'template', 'noscript']);

/** Returns the text of a document without its structure, in one pass. Entities stay as they are. */
export function withoutTags(html: string): string {
  const parts: string[] = [];
  let position = 0;
  let hidden: string | undefined;
  for (const { name, kind, start, end } of htmlTags(html)) {
    if (hidden === undefined) parts.push(html.slice(position, start));
    if (hidden === undefined && kind === 'start' && HIDDEN.has(name)) hidden = name;
    else if (kind === 'end' && name === hidden) hidden = undefined;
    position = end;
  }
  if (hidden === undefined) parts.push(html.slice(position));
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim();
}
