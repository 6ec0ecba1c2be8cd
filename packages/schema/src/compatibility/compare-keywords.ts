import { canonicalJson } from '../canonical-json.js';
import { sameJson } from '../check/same-json.js';
import type { JsonSchemaObject, JsonValue } from '../json-schema.js';
import type { SchemaDifference } from './schema-difference.js';

type Kind = 'narrower' | 'wider' | 'other';

/** Differences of the keywords that look at a value and not into it. */
export function compareKeywords(
  before: JsonSchemaObject,
  after: JsonSchemaObject,
): readonly Omit<SchemaDifference, 'path'>[] {
  return [
    ...compareTypes(before, after),
    ...compareValues(before, after),
    ...compareLimits(before, after),
    ...compareTests(before, after),
  ];
}

function compareTypes(before: JsonSchemaObject, after: JsonSchemaObject): readonly Omit<SchemaDifference, 'path'>[] {
  const [old, now] = [typesOf(before), typesOf(after)];
  if (canonicalJson([...old].sort()) === canonicalJson([...now].sort())) return [];
  const takes = (types: readonly string[], type: string): boolean =>
    types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
  const lost = old.length === 0 || old.some((type) => !takes(now, type));
  const gained = now.length === 0 || now.some((type) => !takes(old, type));
  return [{ kind: kindOf(lost, gained), message: `${typeText(old)} became ${typeText(now)}` }];
}

function typesOf({ type }: JsonSchemaObject): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}

function typeText(types: readonly string[]): string {
  return types.length === 0 ? 'any type' : types.join(' or ');
}

function kindOf(lost: boolean, gained: boolean): Kind {
  return lost && gained ? 'other' : lost ? 'narrower' : 'wider';
}

function compareValues(before: JsonSchemaObject, after: JsonSchemaObject): readonly Omit<SchemaDifference, 'path'>[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [{ kind: 'narrower', message: `only ${listText(now ?? [])} is taken now` }];
  if (now === undefined) return [{ kind: 'wider', message: `not only ${listText(old)} is taken now` }];
  const [gone, added] = [without(old, now), without(now, old)];
  return [
    ...(gone.length === 0 ? [] : [{ kind: 'narrower' as const, message: `${listText(gone)} is gone from the values` }]),
    ...(added.length === 0 ? [] : [{ kind: 'wider' as const, message: `${listText(added)} is new among the values` }]),
  ];
}

function valuesOf({ const: only, enum: list }: JsonSchemaObject): readonly JsonValue[] | undefined {
  if (only === undefined) return list;
  return list === undefined || list.some((one) => sameJson(one, only)) ? [only] : [];
}

function without(values: readonly JsonValue[], others: readonly JsonValue[]): readonly JsonValue[] {
  return values.filter((one) => !others.some((other) => sameJson(one, other)));
}

function listText(values: readonly JsonValue[]): string {
  return values.map((one) => JSON.stringify(one)).join(', ');
}

/** Keywords with a number, and whether a larger one takes fewer values. */
const LIMITS = [
  ['minimum', true],
  ['exclusiveMinimum', true],
  ['maximum', false],
  ['exclusiveMaximum', false],
  ['minLength', true],
  ['maxLength', false],
  ['minItems', true],
  ['maxItems', false],
  ['minContains', true],
  ['maxContains', false],
  ['minProperties', true],
  ['maxProperties', false],
] as const;

function compareLimits(before: JsonSchemaObject, after: JsonSchemaObject): readonly Omit<SchemaDifference, 'path'>[] {
  return LIMITS.flatMap(([keyword, largerIsNarrower]): readonly Omit<SchemaDifference, 'path'>[] => {
    const [old, now] = [limitOf(before, keyword), limitOf(after, keyword)];
    if (old === now) return [];
    if (old === undefined) return [{ kind: 'narrower', message: `${keyword} ${now} is new` }];
    if (now === undefined) return [{ kind: 'wider', message: `${keyword} ${old} is gone` }];
    return [
      { kind: now > old === largerIsNarrower ? 'narrower' : 'wider', message: `${keyword} ${old} became ${now}` },
    ];
  });
}

function limitOf(schema: JsonSchemaObject, keyword: (typeof LIMITS)[number][0]): number | undefined {
  return schema[keyword] ?? (keyword === 'minContains' && schema.contains !== undefined ? 1 : undefined);
}

/** Keywords that are there or not; two different ones cannot be compared. */
const TESTS = [
  'pattern',
  'format',
  'contentEncoding',
  'multipleOf',
  'uniqueItems',
  'contains',
  'propertyNames',
  'patternProperties',
  'dependentRequired',
  'not',
  'if',
  'then',
  'else',
  'allOf',
] as const;

function compareTests(before: JsonSchemaObject, after: JsonSchemaObject): readonly Omit<SchemaDifference, 'path'>[] {
  return TESTS.flatMap((keyword): readonly Omit<SchemaDifference, 'path'>[] => {
    const [old, now] = [before[keyword], after[keyword]].map((one) => (one === false ? undefined : one)) as (
      JsonValue | undefined
    )[];
    if (old === undefined && now === undefined) return [];
    if (old !== undefined && now !== undefined && sameJson(old, now)) return [];
    // What it says also takes names away from `additionalProperties`.
    if (keyword === 'patternProperties') return [{ kind: 'other', message: 'the rules for names by pattern changed' }];
    if (old === undefined) return [{ kind: 'narrower', message: `${keyword} ${text(now)} is new` }];
    if (now === undefined) return [{ kind: 'wider', message: `${keyword} ${text(old)} is gone` }];
    if (keyword === 'multipleOf' && Number(old) % Number(now) === 0) {
      return [{ kind: 'wider', message: `multipleOf ${text(old)} became ${text(now)}` }];
    }
    return [{ kind: 'other', message: `${keyword} ${text(old)} became ${text(now)}` }];
  });
}

function text(value: JsonValue | undefined): string {
  const json = value === undefined ? '' : JSON.stringify(value);
  return json.length <= 80 ? json : `${json.slice(0, 77)}...`;
}
