import { validates, type JsonSchema, type JsonSchemaObject, type JsonType, type JsonValue } from '@haft/schema';

/** A schema after more keywords were demanded of its values. */
export interface Intersection {
  /** Takes what both take. When nothing is left, the schema as it was. */
  readonly schema: JsonSchemaObject;
  /** No value can satisfy both. */
  readonly impossible: boolean;
  /** Keywords that say nothing about any type of the schema, such as `minLength` for a number. */
  readonly unused: readonly string[];
}

/** How keywords meet a schema. */
export interface IntersectOptions {
  /** The keywords do not hold for null (`@IsOptional()`). */
  readonly exceptNull?: boolean;
  /** A reference may lead to null, so that a type that has no null says something of it. */
  readonly nullable?: boolean;
}

/** The schema of the values that a schema and some more keywords both take, in the shortest form that says so. */
export function intersect(
  schema: JsonSchemaObject,
  keywords: JsonSchemaObject,
  options: IntersectOptions = {},
): Intersection {
  if (Object.keys(keywords).length === 0) return { schema, impossible: false, unused: [] };
  if (schema.anyOf !== undefined) return distribute(schema, 'anyOf', schema.anyOf, keywords, options);
  if (schema.oneOf !== undefined) return distribute(schema, 'oneOf', schema.oneOf, keywords, options);
  if (schema.$ref !== undefined) return withReference(schema, keywords, options);
  const types = meetTypes(schema, keywords, options);
  const values = meetValues(schema, keywords, types, options);
  if (types?.length === 0 || values?.length === 0) return { schema, impossible: true, unused: [] };
  const merged = new Merge(schema);
  if (types !== undefined && (schema.type !== undefined || values === undefined)) merged.setType(types);
  if (values !== undefined) {
    merged.setValues(values);
    return { schema: merged.schema, impossible: false, unused: [] };
  }
  const unused: string[] = [];
  for (const [keyword, value] of Object.entries(keywords)) {
    if (DECIDED.has(keyword)) continue;
    if (speaksOf(keyword, types)) merged.add(keyword, value as JsonValue);
    else unused.push(keyword);
  }
  return { schema: merged.schema, impossible: merged.isEmptyRange(), unused };
}

/** Keywords that are met on their own, before the others. */
const DECIDED: ReadonlySet<string> = new Set(['type', 'enum', 'const']);

/** The types whose values a keyword speaks of; a keyword that is not here speaks of all. */
const TYPES_OF_KEYWORD: ReadonlyMap<string, readonly JsonType[]> = new Map<string, readonly JsonType[]>([
  ...(['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding'] as const).map(
    (keyword): [string, readonly JsonType[]] => [keyword, ['string']],
  ),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const).map(
    (keyword): [string, readonly JsonType[]] => [keyword, ['number', 'integer']],
  ),
  ...(['minItems', 'maxItems', 'uniqueItems', 'contains', 'items', 'prefixItems'] as const).map(
    (keyword): [string, readonly JsonType[]] => [keyword, ['array']],
  ),
  ...(['minProperties', 'maxProperties'] as const).map((keyword): [string, readonly JsonType[]] => [
    keyword,
    ['object'],
  ]),
]);

function speaksOf(keyword: string, types: readonly JsonType[] | undefined): boolean {
  const spoken = TYPES_OF_KEYWORD.get(keyword);
  return spoken === undefined || types === undefined || spoken.some((type) => types.includes(type));
}

function distribute(
  schema: JsonSchemaObject,
  word: 'anyOf' | 'oneOf',
  members: readonly JsonSchema[],
  keywords: JsonSchemaObject,
  options: IntersectOptions,
): Intersection {
  const met = members.flatMap((member): readonly Intersection[] =>
    member === false ? [] : [intersect(member === true ? {} : member, keywords, options)],
  );
  const possible = met.filter((one) => !one.impossible);
  if (possible.length === 0) return { schema, impossible: true, unused: [] };
  const [first, ...others] = possible as [Intersection, ...Intersection[]];
  const unused = first.unused.filter((keyword) => others.every((one) => one.unused.includes(keyword)));
  if (others.length > 0) {
    return { schema: { ...schema, [word]: possible.map((one) => one.schema) }, impossible: false, unused };
  }
  const { [word]: _members, discriminator: _discriminator, ...rest } = schema;
  return { schema: { ...rest, ...first.schema }, impossible: false, unused };
}

/** What a reference leads to is unknown here: an object in practice, since references are made for objects and unions. */
function withReference(
  schema: JsonSchemaObject,
  keywords: JsonSchemaObject,
  { exceptNull = false, nullable = false }: IntersectOptions,
): Intersection {
  const { type, ...others } = keywords;
  const types = type === undefined ? undefined : asList(type);
  const saysNothing = types === undefined || (types.includes('object') && (!nullable || exceptNull));
  const kept = saysNothing ? others : keywords;
  if (Object.keys(kept).length === 0) return { schema, impossible: false, unused: [] };
  return { schema: { ...schema, allOf: [...(schema.allOf ?? []), kept] }, impossible: false, unused: [] };
}

/** The types that both take; undefined when neither says any. */
function meetTypes(
  schema: JsonSchemaObject,
  keywords: JsonSchemaObject,
  { exceptNull = false }: IntersectOptions,
): readonly JsonType[] | undefined {
  const own = schema.type === undefined ? undefined : asList(schema.type);
  if (keywords.type === undefined) return own;
  const wanted = exceptNull ? [...asList(keywords.type), 'null' as const] : asList(keywords.type);
  if (own === undefined) return exceptNull ? [...new Set(wanted)] : wanted;
  return own.flatMap((type): readonly JsonType[] => {
    if (wanted.includes(type)) return [type];
    if (type === 'number' && wanted.includes('integer')) return ['integer'];
    return type === 'integer' && wanted.includes('number') ? ['integer'] : [];
  });
}

/** The constants that both take, in the order of the schema's own; undefined when neither lists any. */
function meetValues(
  schema: JsonSchemaObject,
  keywords: JsonSchemaObject,
  types: readonly JsonType[] | undefined,
  { exceptNull = false }: IntersectOptions,
): readonly JsonValue[] | undefined {
  const own = valuesOf(schema);
  if (own !== undefined) {
    return own.filter((value) => (exceptNull && value === null) || validates(keywords, value));
  }
  const wanted = valuesOf(keywords);
  if (wanted === undefined) return undefined;
  const { type: _type, ...others } = keywords;
  const bounds = types === undefined ? [schema, others] : [schema, others, { type: types }];
  const values = wanted.filter((value) => bounds.every((bound) => validates(bound, value)));
  const takesNull = exceptNull && validates(schema, null) && !values.includes(null);
  return takesNull ? [...values, null] : values;
}

function valuesOf(schema: JsonSchemaObject): readonly JsonValue[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

function asList(type: JsonType | readonly JsonType[]): readonly JsonType[] {
  return typeof type === 'string' ? [type] : type;
}

/** A copy of a schema that takes up keywords one by one, each as tight as the tightest. */
class Merge {
  private keywords: Record<string, JsonValue>;

  constructor(schema: JsonSchemaObject) {
    this.keywords = { ...(schema as unknown as Record<string, JsonValue>) };
  }

  get schema(): JsonSchemaObject {
    return this.keywords;
  }

  setType(types: readonly JsonType[]): void {
    const [only, ...others] = types;
    // Keeps the place of `type` where there is one, and else puts it first, as in every schema that is read.
    const type: JsonValue = only !== undefined && others.length === 0 ? only : [...types];
    this.keywords = 'type' in this.keywords ? { ...this.keywords, type } : { type, ...this.keywords };
  }

  setValues(values: readonly JsonValue[]): void {
    const [only, ...others] = values;
    if (this.keywords['const'] !== undefined && only !== undefined && others.length === 0) return;
    delete this.keywords['const'];
    this.keywords['enum'] = [...values];
  }

  add(keyword: string, value: JsonValue): void {
    const before = this.keywords[keyword];
    const combined = before === undefined ? value : COMBINED.get(keyword)?.(before as never, value as never);
    if (combined !== undefined) this.keywords[keyword] = combined;
    else if (JSON.stringify(before) !== JSON.stringify(value)) this.also(keyword, value);
  }

  isEmptyRange(): boolean {
    const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = this.schema;
    const { minLength = 0, maxLength = Infinity, minItems = 0, maxItems = Infinity } = this.schema;
    const least = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
    const most = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
    const open = least === exclusiveMinimum || most === exclusiveMaximum;
    return least > most || (least === most && open) || minLength > maxLength || minItems > maxItems;
  }

  /** Two values of one keyword that no single value can say: the second stands in `allOf`. */
  private also(keyword: string, value: JsonValue): void {
    const before = (this.keywords['allOf'] ?? []) as readonly JsonValue[];
    this.keywords['allOf'] = [...before, { [keyword]: value }];
  }
}

type Combine = (before: never, value: never) => JsonValue | undefined;
const higher: Combine = (before: number, value: number) => Math.max(before, value);
const lower: Combine = (before: number, value: number) => Math.min(before, value);

/** How two values of one keyword become one; undefined when they cannot. */
const COMBINED: ReadonlyMap<string, Combine> = new Map<string, Combine>([
  ['minimum', higher],
  ['exclusiveMinimum', higher],
  ['minLength', higher],
  ['minItems', higher],
  ['minProperties', higher],
  ['maximum', lower],
  ['exclusiveMaximum', lower],
  ['maxLength', lower],
  ['maxItems', lower],
  ['maxProperties', lower],
  ['uniqueItems', (before: boolean, value: boolean) => before || value],
  ['examples', (before: JsonValue) => before],
  [
    'multipleOf',
    (before: number, value: number) => (before % value === 0 ? before : value % before === 0 ? value : undefined),
  ],
]);
