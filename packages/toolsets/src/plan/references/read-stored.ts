import type { RunContext } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { PlacedReference, ReadArguments } from './find-references.js';

/**
 * Reads the stored values of which a step uses a part: the result of a step may be a reference to
 * one (`Ref<T>`).
 *
 * @param resultOf - returns the result of a step by its id
 * @returns a function that returns the value in which the keys of a reference are
 */
export async function readStored(
  { references }: ReadArguments,
  resultOf: (id: string) => JsonValue | undefined,
  run: RunContext<never>,
): Promise<(reference: PlacedReference) => JsonValue | undefined> {
  const values = new Map<string, JsonValue>();
  for (const reference of references) {
    if (!readsPart(reference) || values.has(reference.id)) continue;
    const id = reference.isStored === true ? reference.id : idIn(resultOf(reference.id));
    const found = id === undefined ? undefined : await run.calls.findReference(id);
    if (found !== undefined) values.set(reference.id, JSON.parse(found.json) as JsonValue);
  }
  return (reference) => (readsPart(reference) ? values.get(reference.id) : undefined) ?? resultOf(reference.id);
}

/** Returns whether a reference is to a part of the value, and not to the result or its `$ref`. */
export function readsPart({ keys: [first] }: Pick<PlacedReference, 'keys'>): boolean {
  return first !== undefined && first !== '$ref';
}

/** Returns the id of the stored value if a result is a reference. */
function idIn(result: JsonValue | undefined): string | undefined {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return undefined;
  const { $ref, type, preview } = result as Readonly<Record<string, JsonValue>>;
  const isReference = typeof $ref === 'string' && typeof type === 'string' && typeof preview === 'string';
  return isReference && Object.keys(result).length === 3 ? $ref : undefined;
}
