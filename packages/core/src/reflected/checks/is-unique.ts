import { canonicalJson, type JsonValue } from '@haft/schema';

/** No two items are the same JSON value. Takes time linear in the size of the items. */
export function isUnique(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) seen.add(identityOf(item));
  return seen.size === items.length;
}

/** Equal items have one identity. A text begins with a quote here, the JSON of an object never does. */
function identityOf(item: unknown): unknown {
  if (typeof item === 'string') return `"${item}`;
  if (typeof item === 'object' && item !== null) return canonicalJson(item as JsonValue);
  return item;
}
