/**
 * `type`. The checker tests it before all other keywords, with one bit for each kind of values: see
 * `kindsOf`. Phrases of other keywords begin with the phrase of the type.
 */
import type { JsonType, JsonValue } from '../json-schema.js';
import { isNames } from './argument-rules.js';
import type * as Aspect from './keyword.js';

const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

export const keyword: Aspect.Keywords<'type'> = {
  type: {
    argument: {
      kind: 'one of string, number, integer, boolean, object, array, null, or a list of some',
      accepts: (argument) => areTypes(typeof argument === 'string' ? [argument] : argument),
    },
  },
};

// The examples have one plan for each type.
export const analysis: Aspect.Analyses<'type'> = {
  type: { comparison: 'inside', merging: { both: (a, b) => commonTypes([a].flat(), [b].flat()) } },
};

function areTypes(argument: unknown): boolean {
  return isNames(argument) && argument.length > 0 && argument.every((one) => TYPES.includes(one));
}

/** Returns whether a list of types includes a type. `number` includes `integer`. */
export function takesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function commonTypes(a: readonly JsonType[], b: readonly JsonType[]): JsonType | readonly JsonType[] | undefined {
  const common = [...new Set([...a, ...b])].filter((type) => takesType(a, type) && takesType(b, type));
  const [only, ...more] = common;
  if (only === undefined) return undefined;
  return more.length === 0 ? only : common;
}

/** The schema of null in OpenAPI 3.0, which has `nullable` next to a type and no type `null`. */
const ONLY_NULL = { type: 'string', nullable: true, enum: [null] };

/** Replaces several types, and `null`, for OpenAPI 3.0. */
export function withOneType(schema: Record<string, unknown>): Record<string, unknown> {
  const types = schema['type'] === undefined ? [] : [schema['type']].flat();
  const others = types.filter((one) => one !== 'null');
  const { type: _type, ...rest } = schema;
  if (types.length === 0) return withNullAmong(rest);
  if (others.length === types.length && types.length === 1) return { ...rest, type: types[0] };
  if (others.length === 1) return { ...rest, type: others[0], nullable: true };
  if (others.length === 0 && rest['enum'] === undefined) return { ...rest, ...ONLY_NULL };
  const forms = [...others.map((type) => ({ type })), ...(others.length === types.length ? [] : [ONLY_NULL])];
  return rest['anyOf'] === undefined ? { ...rest, anyOf: forms } : alsoOneOf(rest, forms);
}

/** Rewrites a list of values with `null` and without a type. */
function withNullAmong(schema: Record<string, unknown>): Record<string, unknown> {
  const values = schema['enum'] as readonly JsonValue[] | undefined;
  if (values?.includes(null) !== true) return schema;
  const { enum: _values, ...rest } = schema;
  const others = values.filter((value) => value !== null);
  return alsoOneOf(rest, others.length === 0 ? [ONLY_NULL] : [{ enum: others }, ONLY_NULL]);
}

function alsoOneOf(schema: Record<string, unknown>, forms: readonly object[]): Record<string, unknown> {
  return { ...schema, allOf: [...((schema['allOf'] as unknown[] | undefined) ?? []), { anyOf: forms }] };
}
