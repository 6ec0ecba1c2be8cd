import { compareValues, numberOf } from './compare-values.js';

/**
 * A value with its kind. Values of different kinds sort by kind, so that the order is transitive.
 */
export interface SortKey {
  readonly kind: Kind;
  readonly value: unknown;
}

/** Null, which also stands for a missing value, is last. */
enum Kind {
  Number,
  Text,
  Boolean,
  Other,
  Null,
}

/** Returns the key by which a value sorts. */
export function sortKey(value: unknown): SortKey {
  return { kind: kindOf(value), value };
}

/** Compares two keys: numbers and numeric text by value, text by its code units. */
export function compareSortKeys(left: SortKey, right: SortKey): number {
  if (left.kind !== right.kind) return left.kind - right.kind;
  if (left.kind === Kind.Boolean) return Number(left.value) - Number(right.value);
  return compareValues(left.value, right.value) ?? 0;
}

/** Returns whether the key is of a missing value. */
export function isNullKey({ kind }: SortKey): boolean {
  return kind === Kind.Null;
}

function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return Kind.Null;
  if (numberOf(value) !== undefined) return Kind.Number;
  if (typeof value === 'string') return Kind.Text;
  return typeof value === 'boolean' ? Kind.Boolean : Kind.Other;
}
