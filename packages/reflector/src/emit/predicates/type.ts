import type { JsonSchemaObject, JsonType } from '@haft/schema';
import type { Keyword, ValueKind } from './keyword.js';

/** `type`. Where `enum` or `const` names the values, those say it all. */
export const type: Keyword = {
  keywords: ['type'],
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

/** The types that a schema names; `number` takes every `integer`. */
export function typesOf({ type: types }: JsonSchemaObject): readonly JsonType[] {
  const list = typeof types === 'string' ? [types] : (types ?? []);
  return list.includes('number') ? list.filter((one) => one !== 'integer') : list;
}

/** The one kind of value that a schema lets in, if its `type` says so. */
export function onlyKind(schema: JsonSchemaObject): ValueKind | 'other' | undefined {
  const kinds = new Set(typesOf(schema).map((one) => KIND[one]));
  const [kind] = kinds;
  return kinds.size === 1 ? kind : undefined;
}

/** An expression that is true for values of the kind. */
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

/** True for values that are not of the type. An integer beyond the safe range has lost digits, so it is none. */
const TEST: Record<JsonType, (value: string, helper: (name: string) => string) => string> = {
  string: (value) => `typeof ${value} !== 'string'`,
  number: (value) => `!Number.isFinite(${value})`,
  integer: (value) => `!Number.isSafeInteger(${value})`,
  boolean: (value) => `typeof ${value} !== 'boolean'`,
  null: (value) => `${value} !== null`,
  array: (value) => `!Array.isArray(${value})`,
  object: (value, helper) => `!${helper('isObject')}(${value})`,
};
