import { isObject } from '../values/is-object.js';

/**
 * Returns a schema as Gemini's field `parameters` writes it: types in capitals, and counts as text.
 */
export function geminiSchema(schema: object): object {
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, written(keyword, value)]));
}

function written(keyword: string, value: unknown): unknown {
  if (keyword === 'type' && typeof value === 'string') return value.toUpperCase();
  if (COUNTS.has(keyword)) return String(value);
  if (keyword === 'items') return inner(value);
  if (keyword === 'anyOf' && Array.isArray(value)) return value.map(inner);
  if (keyword !== 'properties' || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
}

function inner(value: unknown): unknown {
  return isObject(value) ? geminiSchema(value) : value;
}

const COUNTS: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);
