import { isObject } from '@haft/schema/internal';
import type { GeminiSchema } from './gemini-types.js';

/**
 * Returns a schema for Gemini in the form of its API: names of types in capitals, and counts as
 * text, because they are 64-bit integers of protocol buffers.
 */
export function geminiSchema(schema: object): GeminiSchema {
  const written = Object.entries(schema).map(([keyword, value]) => [keyword, keywordValue(keyword, value)]);
  return Object.fromEntries(written) as GeminiSchema;
}

function keywordValue(keyword: string, value: unknown): unknown {
  if (keyword === 'type' && typeof value === 'string') return value.toUpperCase();
  if (COUNTS.has(keyword)) return String(value);
  if (keyword === 'items' && isObject(value)) return geminiSchema(value);
  if (keyword === 'anyOf' && Array.isArray(value))
    return value.map((one: unknown) => (isObject(one) ? geminiSchema(one) : one));
  if (keyword !== 'properties' || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [name, isObject(one) ? geminiSchema(one) : one]),
  );
}

const COUNTS: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);
