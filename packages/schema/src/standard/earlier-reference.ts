import { keywordOf } from '../keywords/keyword-of.js';

/**
 * Rewrites a reference into a draft 2020-12 document for the same document in an earlier version.
 */
function earlierReference(reference: string): string {
  if (!reference.startsWith('#/')) return reference;
  const parts = reference.slice(2).split('/');
  let isName = false;
  return `#/${parts
    .map((part) => {
      const moved = isName ? part : (MOVED.get(part) ?? part);
      isName = !isName && keywordOf(part)?.schemas?.as === 'map';
      return moved;
    })
    .join('/')}`;
}

const MOVED: ReadonlyMap<string, string> = new Map([
  ['$defs', 'definitions'],
  ['prefixItems', 'items'],
]);

/** Moves the keywords next to a `$ref` into an `allOf`, because earlier versions ignore them. */
export function referenceAlone(schema: Record<string, unknown>): Record<string, unknown> {
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== 'string') return schema;
  const $ref = earlierReference(reference);
  const { definitions, ...rest } = beside;
  const kept = definitions === undefined ? {} : { definitions };
  if (Object.keys(rest).length === 0 && definitions === undefined) return { $ref };
  const parts = Array.isArray(rest['allOf']) ? (rest['allOf'] as unknown[]) : [];
  return { ...rest, allOf: [{ $ref }, ...parts], ...kept };
}
