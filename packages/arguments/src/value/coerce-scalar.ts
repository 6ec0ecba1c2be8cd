import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import { sameJson } from '@haft/schema/basics';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Returns a scalar of the type in the schema: the value itself, a safe conversion of it, or else
 * undefined. It never converts a value to a string.
 */
export function scalarOf(schema: JsonSchemaObject, value: JsonValue): JsonValue | undefined {
  const allowed = schema.const === undefined ? schema.enum : [schema.const];
  if (allowed !== undefined) return amongAllowed(allowed, value);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numberOf(value, schema.type);
    case 'boolean':
      return booleanOf(value);
    case 'null':
      return value === null || value === 'null' || value === 'None' ? null : undefined;
    case 'string':
      return typeof value === 'string' ? value : undefined;
    case undefined:
      return value;
    default:
      return undefined;
  }
}

function numberOf(value: JsonValue, type: 'integer' | 'number'): number | undefined {
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  if (typeof value === 'string' && Math.abs(number) > Number.MAX_SAFE_INTEGER) return undefined;
  return type === 'number' || Number.isSafeInteger(number) ? number : undefined;
}

function booleanOf(value: JsonValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

/** Returns the only allowed value with the text of `value`, without regard to case and spaces. */
function amongAllowed(allowed: readonly JsonValue[], value: JsonValue): JsonValue | undefined {
  if (allowed.some((one) => sameJson(one, value))) return value;
  if (typeof value !== 'string') return undefined;
  const wanted = value.trim().toLowerCase();
  const matching = allowed.filter(
    (one) => (typeof one === 'string' ? one.trim().toLowerCase() : JSON.stringify(one)) === wanted,
  );
  return matching.length === 1 ? matching[0] : undefined;
}
