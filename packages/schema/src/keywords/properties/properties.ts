/**
 * `properties`, `required`, `additionalProperties` and `patternProperties`: inseparable, since all
 * four apply to each name of an object.
 */
import type { JsonSchema, JsonSchemaObject } from '../../json-schema.js';
import { NAMED_SCHEMAS, NAMES } from '../argument-rules.js';
import type * as Aspect from '../keyword.js';
import { ANY_VALUE } from '../../strings/any-value.js';
import { pluralOf } from '../../strings/plural-of.js';
import { valueText } from '../values.js';
import { checkNames } from './check-names.js';
import { ownEntry } from '../../values/own-entry.js';

type Properties = 'properties' | 'required' | 'additionalProperties' | 'patternProperties';

export const keyword: Aspect.Keywords<Properties> = {
  properties: { argument: NAMED_SCHEMAS, types: ['object'], schemas: { as: 'map', relation: 'property' } },
  required: { argument: NAMES, types: ['object'] },
  additionalProperties: { types: ['object'], schemas: { as: 'one', relation: 'entry' } },
  patternProperties: { argument: NAMED_SCHEMAS, types: ['object'], schemas: { as: 'map', relation: 'entry' } },
};

export const check: Aspect.Checks<Properties> = {
  properties: { applicators: checkNames, implies: 'object', part: withNames },
  required: { applicators: checkNames, implies: 'object', part: withNames },
  additionalProperties: { applicators: checkNames, part: withValues },
  patternProperties: { applicators: checkNames },
};

/** The comparison compares these schemas by name. */
export const analysis: Aspect.Analyses<Properties> = {
  properties: {
    narrows: (plan, properties) => void (plan.properties = properties),
    comparison: 'inside',
    merging: { both: mergedByName },
  },
  required: {
    narrows: (plan, required) => void (plan.required = required),
    comparison: 'inside',
    merging: { both: (a, b) => [...new Set([...a, ...b])] },
  },
  additionalProperties: {
    narrows: (plan, others) => void (plan.others = others),
    comparison: 'inside',
    merging: { both: (a, b, merge) => merge(a, b) },
  },
  // A pattern also takes names away from `additionalProperties`.
  patternProperties: {
    narrows: (plan, patterns) => void (plan.patterns = patterns),
    comparison: { test: true, message: 'the rules for names by pattern changed' },
    merging: 'apart',
  },
};

type ByName = Readonly<Record<string, JsonSchema>>;

/** The largest number of names in a phrase. */
const MOST_NAMES = 8;

/** Adds the names that an object must have, or may have: ` with kind "circle" and radius`. */
function withNames(...[phrase, { properties = {}, required = [] }]: Parameters<Aspect.PhrasePart>): string {
  const names = required.length > 0 ? required : Object.keys(properties);
  if (names.length === 0) return phrase;
  const shown = names.slice(0, MOST_NAMES).map((name) => nameText(name, properties[name]));
  const rest = names.length - shown.length;
  if (rest > 0) shown.push(`${rest} more`);
  const last = shown.pop() ?? '';
  const list = shown.length === 0 ? last : `${shown.join(', ')} ${required.length > 0 ? 'and' : 'or'} ${last}`;
  return `${phrase} with ${required.length > 0 ? '' : 'any of '}${list}`;
}

/** Tells what the values of a map are: `an object of numbers`. */
function withValues(...[phrase, schema, , nested]: Parameters<Aspect.PhrasePart>): string {
  const { additionalProperties: values } = schema;
  if (nested === undefined || phrase !== 'an object' || typeof values !== 'object') return phrase;
  const one = nested.phraseOf(values);
  const many = one === ANY_VALUE ? undefined : pluralOf(one);
  return many === undefined ? phrase : `${phrase} of ${many}`;
}

function nameText(name: string, schema: JsonSchemaObject | boolean | undefined): string {
  const only = typeof schema === 'object' ? schema.const : undefined;
  return only === undefined ? name : `${name} ${valueText(only)}`;
}

function mergedByName(a: ByName, b: ByName, merge: Aspect.MergeSchemas): ByName {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(names.map((name) => [name, merge(ownEntry(a, name) ?? true, ownEntry(b, name) ?? true)]));
}

/**
 * Adds the schemas of patterns to `additionalProperties`, because OpenAPI 3.0 does not have
 * patterns of names.
 */
export function withoutPatterns({
  patternProperties,
  additionalProperties,
  ...schema
}: Record<string, unknown>): Record<string, unknown> {
  if (patternProperties === undefined) {
    return additionalProperties === undefined ? schema : { ...schema, additionalProperties };
  }
  if (additionalProperties === undefined || additionalProperties === true) return schema;
  const patterned = Object.values(patternProperties as Readonly<Record<string, unknown>>);
  const rest = additionalProperties === false ? patterned : [...patterned, additionalProperties];
  return { ...schema, additionalProperties: { anyOf: rest } };
}
