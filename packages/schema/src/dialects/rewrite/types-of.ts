import type { JsonSchemaObject, JsonType, JsonValue } from '../../json-schema.js';
import { listedValues } from '../../keywords/values.js';

/**
 * Returns the types that a schema accepts: its `type`, or the types of its values, or the types
 * that its keywords imply. An empty list stands for all.
 */
export function typesOf(schema: JsonSchemaObject): readonly JsonType[] {
  const values = listedValues(schema);
  if (schema.type !== undefined) {
    const named = [...new Set([schema.type].flat())];
    const possible = named.filter((type) => values?.some((value) => fitsType(value, type)) !== false);
    return possible.length === 0 ? named : possible;
  }
  if (values !== undefined) return mergedNumbers([...new Set(values.map(typeOfValue))]);
  if (schema.properties !== undefined || schema.required !== undefined) return ['object'];
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array'];
  return [];
}

/** Returns the JSON type of a value. A whole number is an integer. */
function typeOfValue(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as JsonType;
}

/** Returns whether a value has a type. An integer is a number too. */
export function fitsType(value: JsonValue, type: JsonType): boolean {
  const actual = typeOfValue(value);
  return actual === type || (actual === 'integer' && type === 'number');
}

function mergedNumbers(types: readonly JsonType[]): readonly JsonType[] {
  return types.includes('number') ? types.filter((type) => type !== 'integer') : types;
}
