import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import { define } from '../plan/references/define.js';

/** A part of a stored value. */
export interface RefSlice {
  /** The items, properties or characters. */
  value: unknown;
  /** The units of `offset`, `count` and `total`. */
  unit: 'items' | 'properties' | 'characters' | 'values';
  offset: number;
  /** How many there are in this result. */
  count: number;
  /** How many there are in all. */
  total: number;
}

/** The part of a value to read. */
export interface SliceOptions {
  readonly offset: number;
  /** Default: all. */
  readonly limit?: number | undefined;
}

/** Returns a part of a value: items of an array, properties of an object, characters of a text. */
export function sliceOf(value: JsonValue, { offset, limit = Infinity }: SliceOptions): RefSlice {
  if (typeof value === 'string') {
    const end = Math.min(value.length, offset + limit);
    const isHalf = end - offset > 1 && end < value.length && HIGH_SURROGATE.test(value.charAt(end - 1));
    const text = value.slice(offset, isHalf ? end - 1 : end);
    return { value: text, unit: 'characters', offset, count: text.length, total: value.length };
  }
  if (Array.isArray(value)) {
    const items = value.slice(offset, offset + limit);
    return { value: items, unit: 'items', offset, count: items.length, total: value.length };
  }
  if (!isObject(value)) return { value, unit: 'values', offset: 0, count: 1, total: 1 };
  const names = Object.keys(value);
  const part: Record<string, JsonValue> = {};
  const chosen = names.slice(offset, offset + limit);
  for (const name of chosen) define(part, name, value[name] as JsonValue);
  return { value: part, unit: 'properties', offset, count: chosen.length, total: names.length };
}

const HIGH_SURROGATE = /[\ud800-\udbff]/;
