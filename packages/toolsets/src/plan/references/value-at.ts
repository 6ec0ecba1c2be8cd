import type { JsonValue } from '@haft/schema';
import { missingText } from './missing-text.js';

/** A value in a result, or the reason why it is not there. */
export type FoundValue = { readonly value: JsonValue } | { readonly problem: string };

/** Finds a value in a result. Only own properties and positions of arrays count. */
export function valueAt(result: JsonValue, keys: readonly string[]): FoundValue {
  let current = result;
  for (const [depth, key] of keys.entries()) {
    const next = childOf(current, key);
    if (next === undefined) return { problem: missingText(keys.slice(0, depth + 1), factsOf(current)) };
    current = next;
  }
  return { value: current };
}

/** Returns whether a key is the position of an item in any array. */
export function isPosition(key: string): boolean {
  return POSITION.test(key);
}

const POSITION = /^(?:0|[1-9]\d{0,14})$/;

function childOf(value: JsonValue, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isList(value)) return isPosition(key) ? value[Number(key)] : undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function factsOf(value: JsonValue): { readonly kind: string; readonly names?: readonly string[] } {
  if (value === null) return { kind: 'null' };
  if (typeof value !== 'object') return { kind: `a ${typeof value}` };
  if (isList(value)) return { kind: `an array of ${value.length} ${value.length === 1 ? 'item' : 'items'}` };
  return { kind: 'an object', names: Object.keys(value) };
}
