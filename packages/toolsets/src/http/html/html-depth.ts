import { htmlTags } from './html-tags.js';

/**
 * Counts how deep the elements of a document are nested, in one pass and without building it.
 * Readers of HTML are recursive, so a document that is too deep is converted in another way.
 */
export function htmlDepth(html: string): number {
  const open: string[] = [];
  /** How many elements of each name are open. */
  const counts = new Map<string, number>();
  const close = (): string | undefined => {
    const name = open.pop();
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) - 1);
    return name;
  };
  let deepest = 0;
  for (const { name, kind } of htmlTags(html)) {
    if (kind === 'end') {
      if ((counts.get(name) ?? 0) > 0) while (close() !== name);
    } else if (kind === 'start') {
      while (ENDS[name]?.has(open.at(-1) ?? '') === true) close();
      open.push(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (open.length > deepest) deepest = open.length;
    }
  }
  return deepest;
}

const CELLS = ['td', 'th'] as const;

/** Elements that a start tag ends, because their end tags are optional (HTML, section 13.1.2.4). */
const ENDS: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  __proto__: null as never,
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
  p: new Set(['p']),
  option: new Set(['option']),
  tr: new Set(['tr', ...CELLS]),
  td: new Set(CELLS),
  th: new Set(['th']),
};
