import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import type { FitClaim } from './fit-claim.js';
import type { FitProof } from './fit-proof.js';

/** The proofs for keywords of arrays. */
export const ARRAY_CLAIMS: readonly FitClaim[] = [
  { keywords: ['items', 'prefixItems'], proves: itemsFit },
  { keywords: ['minItems'], proves: (result, { minItems = 0 }) => (result.minItems ?? 0) >= minItems },
  { keywords: ['maxItems'], proves: (result, { maxItems = Infinity }) => mostItems(result) <= maxItems },
  {
    keywords: ['uniqueItems'],
    proves: (result, { uniqueItems }) => uniqueItems !== true || result.uniqueItems === true || mostItems(result) <= 1,
  },
  { keywords: ['contains', 'minContains', 'maxContains'], proves: containsFits },
];

/** Returns the largest number of items of an array. */
export function mostItems({ maxItems = Infinity, prefixItems = [], items }: JsonSchemaObject): number {
  return items === false ? Math.min(maxItems, prefixItems.length) : maxItems;
}

/** Returns the schema of the item at a position. */
export function itemAt({ prefixItems = [], items = true }: JsonSchemaObject, position: number): JsonSchema {
  return prefixItems[position] ?? items;
}

function itemsFit(result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof): boolean {
  const listed = Math.max(result.prefixItems?.length ?? 0, parameter.prefixItems?.length ?? 0);
  // The position after the listed ones is for all items that follow.
  for (let position = 0; position <= listed && position < mostItems(result); position++) {
    if (!proof.alwaysInside(itemAt(result, position), itemAt(parameter, position))) return false;
  }
  return true;
}

function containsFits(result: JsonSchemaObject, parameter: JsonSchemaObject, proof: FitProof): boolean {
  const { contains, minContains = 1, maxContains = Infinity } = parameter;
  if (contains === undefined) return true;
  if (mostItems(result) > maxContains) return false;
  if (minContains === 0) return true;
  if ((result.minItems ?? 0) < minContains) return false;
  const listed = result.prefixItems?.length ?? 0;
  for (let position = 0; position <= listed; position++) {
    if (!proof.alwaysInside(itemAt(result, position), contains)) return false;
  }
  return true;
}
