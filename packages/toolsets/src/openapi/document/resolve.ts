import { isObject, keysOf } from '@haft/schema/internal';
import type { Part } from './read-document.js';
import { Unusable } from './unusable.js';

/**
 * Follows the `$ref` of an object to the object that it means. Keywords next to the `$ref` are left
 * out.
 *
 * @throws {Unusable} if it leads to another document, nowhere, or back to itself
 */
export function resolved(root: Part, start: unknown): unknown {
  const seen = new Set<string>();
  let value = start;
  while (isObject(value) && typeof value['$ref'] === 'string') {
    const reference = value['$ref'];
    if (seen.has(reference)) throw new Unusable(`${shown(reference)} refers to itself in a loop`);
    seen.add(reference);
    value = targetOf(root, reference);
  }
  return value;
}

/**
 * Returns the value that a reference names.
 *
 * @throws {Unusable} if it is in another document or does not exist
 */
function targetOf(root: Part, reference: string): unknown {
  if (!reference.startsWith('#'))
    throw new Unusable(`it refers to another document (${shown(reference)}). Bundle the document first`);
  let value: unknown = root;
  for (const key of keysOf(reference) ?? [undefined]) {
    if (typeof value !== 'object' || value === null || key === undefined || !Object.hasOwn(value, key))
      throw new Unusable(`${shown(reference)} is not in the document`);
    value = (value as Part)[key];
  }
  return value;
}

/** References are of any length. */
function shown(reference: string): string {
  return reference.slice(0, 100).toWellFormed();
}
