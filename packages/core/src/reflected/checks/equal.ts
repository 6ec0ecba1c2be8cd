/** Two JSON values are the same: objects by their own keys in any order, arrays by position. */
export function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && equalItems(one, other);
  return equalObjects(one as Record<string, unknown>, other as Record<string, unknown>);
}

function equalItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => equal(item, other[index]));
}

function equalObjects(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && equal(one[key], other[key]));
}
