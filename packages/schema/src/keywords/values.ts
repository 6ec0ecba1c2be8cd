/** `const` and `enum`: inseparable, since both list the values of a schema. */
import { sameJson } from '../values/same-json.js';
import type { JsonSchemaObject, JsonValue } from '../json-schema.js';
import { A_LIST } from './argument-rules.js';
import type * as Aspect from './keyword.js';
import { shortened } from '../strings/shortened.js';

type Values = 'const' | 'enum';

export const keyword: Aspect.Keywords<Values> = { const: {}, enum: { argument: A_LIST } };

export const check: Aspect.Checks<Values> = {
  const: {
    assertion: { test: (wanted) => (value: unknown) => sameJson(value, wanted), mayPass: true },
    phrase: ({ const: only }) => (only === undefined ? undefined : valueText(only)),
  },
  enum: {
    assertion: { test: isOneOf, mayPass: true },
    phrase: ({ enum: allowed, description }) =>
      allowed === undefined ? undefined : phraseOfAllowed(allowed, memberNames(allowed, description)),
  },
};

// The comparison compares both together, because one can replace the other.
export const analysis: Aspect.Analyses<Values> = {
  const: { gives: (only) => [only], comparison: 'inside', merging: 'apart' },
  enum: {
    gives: (allowed) => allowed,
    comparison: 'inside',
    merging: { both: (a, b) => a.filter((one) => b.some((other) => sameJson(one, other))) },
  },
};

/** Returns the values that a schema lists, or undefined if it lists none. */
export function listedValues({ const: only, enum: allowed }: JsonSchemaObject): readonly JsonValue[] | undefined {
  return only === undefined ? allowed : [only];
}

/** Returns the strings among the values that a schema lists. */
export function textsOf(schema: JsonSchemaObject): readonly string[] {
  return (listedValues(schema) ?? []).filter((one) => typeof one === 'string');
}

function isOneOf(values: readonly JsonValue[]): (value: unknown) => boolean {
  const scalars = new Set<unknown>(values.filter((value) => typeof value !== 'object' || value === null));
  if (scalars.size === values.length) return (value) => scalars.has(value);
  return (value) => values.some((allowed) => sameJson(value, allowed));
}

/** The largest number of listed values in a phrase. */
const MOST_VALUES = 20;

/** Describes allowed values: `one of "en", "de"`. */
export function phraseOfAllowed(
  values: readonly JsonValue[],
  names: ReadonlyMap<JsonValue, string> = NO_NAMES,
): string {
  const text = (one: JsonValue): string => (names.has(one) ? `${valueText(one)} = ${names.get(one)}` : valueText(one));
  const shown = values.slice(0, MOST_VALUES).map(text).join(', ');
  if (values.length === 1) return shown;
  const rest = values.length - MOST_VALUES;
  return rest > 0 ? `one of ${shown} and ${rest} more` : `one of ${shown}`;
}

const NO_NAMES: ReadonlyMap<JsonValue, string> = new Map();

/** The longest text of one allowed value, in characters. */
const LONGEST_VALUE = 60;

/** Returns the JSON text of a value, shortened. */
export function valueText(value: JsonValue): string {
  return shortened(JSON.stringify(value), LONGEST_VALUE);
}

/**
 * Reads the names of the members of a numeric enum from its description. The build writes them: `3
 * = High`.
 */
function memberNames(allowed: readonly JsonValue[], description = ''): ReadonlyMap<JsonValue, string> {
  const lines = new Map([...description.matchAll(MEMBER)].map(([, value = '', name = '']) => [value, name]));
  return new Map(
    allowed.flatMap((one) => {
      const name = typeof one === 'number' ? lines.get(String(one)) : undefined;
      return name === undefined ? [] : [[one, name]];
    }),
  );
}

const MEMBER = /^(.*?) = ([\w$]+)/gm;

/** Replaces `const`, which OpenAPI 3.0 does not have. */
export function withEnum(schema: Record<string, unknown>): Record<string, unknown> {
  if (!Object.hasOwn(schema, 'const')) return schema;
  const { const: only, ...rest } = schema;
  return { ...rest, enum: [only] };
}
