import type { JsonSchemaObject, JsonType } from '@haft/schema';
import type { Keyword, ValueKind } from './keyword.js';

/** `type`. If `enum` or `const` lists the values, it needs no check. */
export const type: Keyword = {
  emit({ schema, value, code, emitter }) {
    if (schema.enum !== undefined || schema.const !== undefined) return undefined;
    code.refuseIf(
      typesOf(schema)
        .map((one) => TEST[one](value, (name) => emitter.helper(name)))
        .join(' && '),
    );
    return undefined;
  },
};

/** Returns the types of a schema. `number` includes `integer`. */
export function typesOf({ type: types }: JsonSchemaObject): readonly JsonType[] {
  const list = typeof types === 'string' ? [types] : (types ?? []);
  return list.includes('number') ? list.filter((one) => one !== 'integer') : list;
}

/** Returns the one kind of value that the `type` of a schema allows, if there is only one. */
export function onlyKind(schema: JsonSchemaObject): ValueKind | 'other' | undefined {
  const kinds = new Set(typesOf(schema).map((one) => KIND[one]));
  const [kind] = kinds;
  return kinds.size === 1 ? kind : undefined;
}

/** Returns an expression that is true for values of the kind. */
export function kindTest(kind: ValueKind, value: string, helper: (name: string) => string): string {
  if (kind === 'array') return `Array.isArray(${value})`;
  return kind === 'object' ? `${helper('isObject')}(${value})` : `typeof ${value} === '${kind}'`;
}

const KIND: Record<JsonType, ValueKind | 'other'> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  array: 'array',
  object: 'object',
  boolean: 'other',
  null: 'other',
};

/**
 * Tests that are true for values of another type. An integer beyond the safe range has lost digits,
 * so it is not an integer.
 */
const TEST: Record<JsonType, (value: string, helper: (name: string) => string) => string> = {
  string: (value) => `typeof ${value} !== 'string'`,
  number: (value) => `!Number.isFinite(${value})`,
  integer: (value) => `!Number.isSafeInteger(${value})`,
  boolean: (value) => `typeof ${value} !== 'boolean'`,
  null: (value) => `${value} !== null`,
  array: (value) => `!Array.isArray(${value})`,
  object: (value, helper) => `!${helper('isObject')}(${value})`,
};
