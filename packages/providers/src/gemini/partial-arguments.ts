import type { GeminiPartialArgument } from './gemini-types.js';

/** A place in arguments: names and positions. */
type Place = readonly (string | number)[];

type Container = Record<string, unknown> | unknown[];

/** Arguments that Vertex AI streams value by value, long texts in pieces. */
export class PartialObject {
  /** Without a prototype, so that no name can mean something. */
  readonly value = newObject();

  /**
   * Puts a piece where it belongs.
   *
   * @returns whether it could be placed
   */
  add({ jsonPath = '', stringValue, numberValue, boolValue, nullValue }: GeminiPartialArgument): boolean {
    const place = placeOf(jsonPath);
    const value = stringValue ?? numberValue ?? boolValue ?? (nullValue === undefined ? undefined : null);
    return place !== undefined && value !== undefined && put(this.value, place, value);
  }
}

function put(into: Container, [key, ...rest]: Place, value: string | number | boolean | null): boolean {
  if (key === undefined || !fits(into, key)) return false;
  const slots = into as Record<string | number, unknown>;
  const before = slots[key];
  const [next] = rest;
  if (next === undefined) {
    // A further piece of a text goes on with it.
    slots[key] = typeof before === 'string' && typeof value === 'string' ? before + value : value;
    return true;
  }
  const inside = before ?? (typeof next === 'number' ? [] : newObject());
  if (typeof inside !== 'object') return false;
  slots[key] = inside;
  return put(inside as Container, rest, value);
}

/** A list grows at its end only. */
function fits(into: Container, key: string | number): boolean {
  return Array.isArray(into) ? typeof key === 'number' && key <= into.length : typeof key === 'string';
}

const STEP = /\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/** A JSONPath that names one place, like `$.days[0]['time of day']`. */
function placeOf(jsonPath: string): Place | undefined {
  if (!jsonPath.startsWith('$')) return undefined;
  const place: (string | number)[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < jsonPath.length) {
    const [, name, position, single, double] = STEP.exec(jsonPath) ?? [];
    const key = name ?? single ?? double ?? (position === undefined ? undefined : Number(position));
    if (key === undefined) return undefined;
    place.push(key);
  }
  return place;
}

function newObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}
