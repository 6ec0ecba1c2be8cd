import type { JsonSchemaObject } from '../json-schema.js';
import { mapSubschemas } from '../references/visit.js';

/**
 * Returns a schema as Gemini's field `parameters` writes it: types in capitals, and counts as text.
 */
export function geminiSchema(schema: JsonSchemaObject): object {
  const inside = mapSubschemas(schema, ({ schema: one }) => (typeof one === 'boolean' ? one : geminiSchema(one)));
  return Object.fromEntries(Object.entries(inside).map(([keyword, value]) => [keyword, written(keyword, value)]));
}

function written(keyword: string, value: unknown): unknown {
  if (keyword === 'type' && typeof value === 'string') return value.toUpperCase();
  return COUNTS.has(keyword) ? String(value) : value;
}

const COUNTS: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
]);
