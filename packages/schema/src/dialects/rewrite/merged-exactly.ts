import { sameJson } from '../../check/same-json.js';
import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../../json-schema.js';
import { isAnnotation } from './keyword-type.js';

/** Two schemas as one, and what of the second could not be put into it. */
export interface Merged {
  readonly schema: JsonSchema;
  readonly left: readonly JsonSchema[];
}

/** One schema that takes what both take. Keywords of the second that cannot be put together with the first are left over. */
export function mergedExactly(a: JsonSchema, b: JsonSchema): Merged {
  if (a === false || b === false) return { schema: false, left: [] };
  if (a === true || b === true) return { schema: a === true ? b : a, left: [] };
  const closed = closedTogether(a, b);
  const merged: Record<string, unknown> = { ...closed.a };
  const left: Record<string, unknown> = {};
  for (const [keyword, theirs] of Object.entries(closed.b)) {
    if (theirs === undefined || keyword === '$defs') continue;
    const ours = merged[keyword];
    if (ours === undefined) {
      if (isTiedUp(keyword, merged)) left[keyword] = theirs;
      else merged[keyword] = theirs;
    } else if (!sameJson(ours, theirs) && !isAnnotation(keyword)) {
      const both = COMBINE.get(keyword)?.(ours as never, theirs as never);
      if (both === undefined) left[keyword] = theirs;
      else merged[keyword] = both;
    }
  }
  return { schema: merged, left: Object.keys(left).length === 0 ? [] : [left] };
}

/** `if` with `then` and `else`, and `contains` with its bounds, belong together: two sets of them cannot be mixed. */
function isTiedUp(keyword: string, merged: Readonly<Record<string, unknown>>): boolean {
  if (keyword === 'then' || keyword === 'else') return merged['if'] !== undefined;
  if (keyword === 'minContains' || keyword === 'maxContains') return merged['contains'] !== undefined;
  if (keyword === 'discriminator') return false;
  return keyword === '$ref' && Object.keys(merged).length > 0 && merged['$ref'] !== undefined;
}

/** What a side forbids by `additionalProperties: false` is forbidden among the properties of the other. */
function closedTogether(a: JsonSchemaObject, b: JsonSchemaObject): { a: JsonSchemaObject; b: JsonSchemaObject } {
  return { a: withForbidden(a, b), b: withForbidden(b, a) };
}

function withForbidden(one: JsonSchemaObject, other: JsonSchemaObject): JsonSchemaObject {
  const { additionalProperties: rest = true, patternProperties, properties = {} } = other;
  if (rest === true || patternProperties !== undefined || one.properties === undefined) return one;
  const names = Object.keys(one.properties).filter((name) => !Object.hasOwn(properties, name));
  if (names.length === 0) return one;
  const more = names.map((name) => [name, bothOf(one.properties?.[name] ?? true, rest)] as const);
  return { ...one, properties: { ...one.properties, ...Object.fromEntries(more) } };
}

function bothOf(a: JsonSchema, b: JsonSchema): JsonSchema {
  const { schema, left } = mergedExactly(a, b);
  return left.length === 0 || typeof schema === 'boolean'
    ? schema
    : { ...schema, allOf: [...(schema.allOf ?? []), ...left] };
}

type Combine = (a: never, b: never) => unknown;

const largest: Combine = (a: number, b: number) => Math.max(a, b);
const smallest: Combine = (a: number, b: number) => Math.min(a, b);

const COMBINE: ReadonlyMap<string, Combine> = new Map<string, Combine>([
  ['type', (a: JsonType | JsonType[], b: JsonType | JsonType[]) => commonTypes([a].flat(), [b].flat())],
  [
    'enum',
    (a: readonly JsonValue[], b: readonly JsonValue[]) => a.filter((one) => b.some((other) => sameJson(one, other))),
  ],
  ['required', (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]],
  ['properties', mergedProperties],
  ['items', bothOf],
  ['additionalProperties', bothOf],
  ['propertyNames', bothOf],
  ['allOf', (a: readonly JsonSchema[], b: readonly JsonSchema[]) => [...a, ...b]],
  ['uniqueItems', (a: boolean, b: boolean) => a || b],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((one) => [one, largest] as const),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((one) => [one, smallest] as const),
]);

function commonTypes(a: readonly JsonType[], b: readonly JsonType[]): JsonType | readonly JsonType[] | undefined {
  const takes = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const common = [...new Set([...a, ...b])].filter((type) => takes(a, type) && takes(b, type));
  const [only, ...more] = common;
  if (only === undefined) return undefined;
  return more.length === 0 ? only : common;
}

type Properties = Readonly<Record<string, JsonSchema>>;

function mergedProperties(a: Properties, b: Properties): Properties {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(names.map((name) => [name, bothOf(own(a, name), own(b, name))]));
}

function own(properties: Properties, name: string): JsonSchema {
  return Object.hasOwn(properties, name) ? (properties[name] ?? true) : true;
}
