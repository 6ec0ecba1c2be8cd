import type { Fields } from '../replies/reply-reader.js';
import { ArgumentsText, type Place, type Scalar } from './arguments-text.js';

type Container = Record<string, unknown> | unknown[];

/** Arguments that Vertex AI streams value by value, with long texts in pieces. */
export class PartialObject {
  /** Without a prototype, so that no name has a special meaning. */
  readonly value = newObject();
  private readonly written = new ArgumentsText();

  /** The JSON text so far with an open end, or undefined if a value changed after others came. */
  get text(): string | undefined {
    return this.written.read();
  }

  /**
   * Puts a piece in its place.
   *
   * @returns whether it has a place
   */
  add({ jsonPath, stringValue, numberValue, boolValue, nullValue }: Fields): boolean {
    const place = typeof jsonPath === 'string' ? placeOf(jsonPath) : undefined;
    const value =
      stringValue ?? numberValue ?? boolValue ?? (nullValue === undefined || nullValue === null ? undefined : null);
    if (place === undefined || !isPlain(value)) return false;
    const known = knownKeys(this.value, place);
    if (!put(this.value, place, value)) return false;
    this.written.add({ place, value, known });
    return true;
  }
}

/** Counts the keys of a place that lead to something. */
function knownKeys(root: Container, place: Place): number {
  let current: unknown = root;
  let count = 0;
  for (const key of place) {
    current = (current as Record<string | number, unknown>)[key];
    if (current === undefined) break;
    count++;
    if (typeof current !== 'object' || current === null) break;
  }
  return count;
}

function isPlain(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function put(into: Container, [key, ...rest]: Place, value: Scalar): boolean {
  if (key === undefined || !fits(into, key)) return false;
  const slots = into as Record<string | number, unknown>;
  const before = slots[key];
  const [next] = rest;
  if (next === undefined) {
    // A further piece of a text is appended.
    slots[key] = typeof before === 'string' && typeof value === 'string' ? before + value : value;
    return true;
  }
  const inside = before ?? (typeof next === 'number' ? [] : newObject());
  if (typeof inside !== 'object') return false;
  slots[key] = inside;
  return put(inside as Container, rest, value);
}

/** Returns whether a value has a place in a container. A list grows only at its end. */
function fits(into: Container, key: string | number): boolean {
  return Array.isArray(into) ? typeof key === 'number' && key <= into.length : typeof key === 'string';
}

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/** Parses a JSONPath to one place, like `$.days[0]['time of day']`. */
function placeOf(jsonPath: string): Place | undefined {
  if (!jsonPath.startsWith('$')) return undefined;
  const place: (string | number)[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < jsonPath.length) {
    if (place.length === DEEPEST) return undefined;
    const [, name, position, single, double] = STEP.exec(jsonPath) ?? [];
    const key = name ?? single ?? double ?? (position === undefined ? undefined : Number(position));
    if (key === undefined) return undefined;
    place.push(key);
  }
  return place;
}

/** Deeper than valid arguments, but safe to walk. */
const DEEPEST = 200;

function newObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
