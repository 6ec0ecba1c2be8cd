import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/internal';
import { define } from '../plan/references/define.js';

/** A part of a stored value. */
export interface RefSlice {
  /** The items, properties or characters. A note is in place of each one that is too large. */
  value: unknown;
  /** The units of `offset`, `count` and `total`. */
  unit: 'items' | 'properties' | 'characters' | 'values';
  offset: number;
  /** How many there are in this result. */
  count: number;
  /** How many there are in all. */
  total: number;
  /** The paths of the parts that are too large for this result. Read them one by one. */
  tooLarge?: string[];
}

/** The part of a value to read. */
export interface SliceOptions {
  /** The place of the value, for the paths of its parts. */
  readonly path: string;
  readonly offset: number;
  /** Default: as many as fit. */
  readonly limit?: number | undefined;
}

/**
 * Returns a part of a value: items of an array, properties of an object or characters of a text.
 * Its JSON has about 10,000 characters at most.
 */
export function sliceOf(value: JsonValue, options: SliceOptions): RefSlice {
  if (typeof value === 'string') return textSlice(value, options);
  if (Array.isArray(value)) return arraySlice(value as readonly JsonValue[], options);
  if (isObject(value)) return objectSlice(value, options);
  return { value, unit: 'values', offset: 0, count: 1, total: 1 };
}

/** The JSON of the values in one result, in characters. */
const LONGEST = 10_000;
/** The JSON of one item or property, in characters. A note replaces a longer one. */
const LONGEST_PART = 4_000;

function textSlice(text: string, { offset, limit = LONGEST }: SliceOptions): RefSlice {
  let end = Math.min(text.length, offset + Math.min(limit, LONGEST));
  // JSON needs up to six characters for one.
  while (JSON.stringify(text.slice(offset, end)).length > LONGEST + 2) end = offset + Math.floor((end - offset) / 2);
  if (end - offset > 1 && end < text.length && HIGH_SURROGATE.test(text.charAt(end - 1))) end--;
  const value = text.slice(offset, end);
  return { value, unit: 'characters', offset, count: value.length, total: text.length };
}

const HIGH_SURROGATE = /[\ud800-\udbff]/;

function arraySlice(list: readonly JsonValue[], options: SliceOptions): RefSlice {
  const { offset, limit = list.length } = options;
  const parts = new Parts(options.path);
  const value: JsonValue[] = [];
  for (let index = offset; index < Math.min(list.length, offset + limit); index++) {
    const part = parts.next(String(index), list[index] as JsonValue);
    if (part === undefined) break;
    value.push(part);
  }
  return { value, unit: 'items', offset, count: value.length, total: list.length, ...parts.tooLarge() };
}

function objectSlice(object: Readonly<Record<string, JsonValue>>, options: SliceOptions): RefSlice {
  const names = Object.keys(object);
  const { offset, limit = names.length } = options;
  const parts = new Parts(options.path);
  const value: Record<string, JsonValue> = {};
  let count = 0;
  for (const name of names.slice(offset, offset + limit)) {
    const part = parts.next(name, object[name] as JsonValue);
    if (part === undefined) break;
    define(value, name, part);
    count++;
  }
  return { value, unit: 'properties', offset, count, total: names.length, ...parts.tooLarge() };
}

/** The quotes, colon and commas around a part, in characters. */
const PUNCTUATION = 6;

/** The parts of a value that fit into one result. */
class Parts {
  private left = LONGEST;
  private readonly paths: string[] = [];

  constructor(private readonly path: string) {}

  /** Returns a part, or a note about a large one. Undefined if the result is full. */
  next(key: string, value: JsonValue): JsonValue | undefined {
    const json = JSON.stringify(value);
    const isLarge = json.length > LONGEST_PART;
    const part = isLarge ? noteOf(value, json.length) : value;
    const path = isLarge ? this.pathOf(key) : '';
    const shown = isLarge ? JSON.stringify(part).length + path.length : json.length;
    this.left -= shown + key.length + PUNCTUATION;
    if (this.left < 0) return undefined;
    if (isLarge) this.paths.push(path);
    return part;
  }

  /** Returns the paths of the large parts. */
  tooLarge(): Pick<RefSlice, 'tooLarge'> {
    return this.paths.length === 0 ? {} : { tooLarge: this.paths };
  }

  private pathOf(key: string): string {
    const simple = /^[^.[\]]+$/.test(key);
    const step = simple ? key : `['${key.replaceAll(/[\\']/g, String.raw`\$&`)}']`;
    if (this.path === '') return step;
    return simple ? `${this.path}.${step}` : `${this.path}${step}`;
  }
}

function noteOf(value: JsonValue, characters: number): string {
  const kind = Array.isArray(value) ? `array of ${value.length} items` : typeof value === 'string' ? 'text' : 'object';
  return `(${kind}, ${characters} characters)`;
}
