import { checksType, mergedArgument } from '@haft/schema/internal';
import { validates, type JsonSchemaObject, type JsonType, type JsonValue } from '@haft/schema';
import { asList, conflictIn, conflictOfTypes, valuesOf, type Conflict } from './conflict.js';

/** A schema after adding keywords. */
export interface Intersection {
  /** Allows the values that both allow. If there are none, the original schema. */
  readonly schema: JsonSchemaObject;
  /** Whether no value satisfies both. */
  readonly impossible: boolean;
  /** Why, if it is impossible. */
  readonly conflict?: Conflict | undefined;
  /** Keywords without effect on any type of the schema, such as `minLength` for a number. */
  readonly unused: readonly string[];
}

/** Options of {@link intersect}. */
export interface IntersectOptions {
  /** Whether the keywords do not apply to null (`@IsOptional()`). */
  readonly exceptNull?: boolean;
  /** Whether a reference may lead to null. Then a type without null has an effect on it. */
  readonly nullable?: boolean;
}

/** Returns the shortest schema of the values that both a schema and more keywords allow. */
export function intersect(
  schema: JsonSchemaObject,
  keywords: JsonSchemaObject,
  options: IntersectOptions = {},
): Intersection {
  if (Object.keys(keywords).length === 0) return { schema, impossible: false, unused: [] };
  if (schema.anyOf !== undefined) return distribute(schema, 'anyOf', keywords, options);
  if (schema.oneOf !== undefined) return distribute(schema, 'oneOf', keywords, options);
  if (schema.$ref !== undefined) return withReference(schema, keywords, options);
  const types = meetTypes(schema, keywords, options);
  const values = meetValues(schema, keywords, types, options);
  if (types?.length === 0 || values?.length === 0)
    return { schema, impossible: true, conflict: conflictOfTypes(schema, keywords), unused: [] };
  const merged = new Merge(schema);
  if (types !== undefined && (schema.type !== undefined || values === undefined)) merged.setType(types);
  if (values !== undefined) {
    merged.setValues(values);
    return { schema: merged.schema, impossible: false, unused: [] };
  }
  const unused: string[] = [];
  for (const [keyword, value] of Object.entries(keywords)) {
    if (DECIDED_BEFORE.includes(keyword)) continue;
    if (speaksOf(keyword, types)) merged.add(keyword, value as JsonValue);
    else unused.push(keyword);
  }
  const conflict = conflictIn(merged.schema);
  return { schema: merged.schema, impossible: conflict !== undefined, conflict, unused };
}

/** The keywords that {@link meetTypes} and {@link meetValues} combine. */
const DECIDED_BEFORE: readonly string[] = ['type', 'const', 'enum'];

function speaksOf(keyword: string, types: readonly JsonType[] | undefined): boolean {
  if (types === undefined) return true;
  // Decorators and tags write the formats of strings only.
  if (keyword === 'format') return types.includes('string');
  return types.some((type) => checksType(keyword, type));
}

function distribute(
  schema: JsonSchemaObject,
  word: 'anyOf' | 'oneOf',
  keywords: JsonSchemaObject,
  options: IntersectOptions,
): Intersection {
  const { [word]: members = [], discriminator: _discriminator, ...rest } = schema;
  const met = members.flatMap((member): readonly Intersection[] =>
    member === false ? [] : [intersect(member === true ? {} : member, keywords, options)],
  );
  const possible = met.filter((one) => !one.impossible);
  // Null alone would remain of `Date | null` with the format of a date. No author means that.
  const speaking = Object.keys(keywords).filter((keyword) => !DECIDED_BEFORE.includes(keyword));
  const isLeftOver =
    (speaking.length > 0 && possible.every((one) => one.unused.length === speaking.length)) ||
    (options.exceptNull === true && possible.every((one) => one.schema.type === 'null'));
  if (possible.length < met.length && isLeftOver) {
    const conflicts = met.flatMap(({ conflict }) => conflict ?? []);
    const conflict = conflicts.find((one) => one.fix !== undefined) ?? conflicts[0];
    return { schema, impossible: true, conflict, unused: [] };
  }
  if (possible.length === 0) return { schema, impossible: true, conflict: met[0]?.conflict, unused: [] };
  const [first, ...others] = possible as [Intersection, ...Intersection[]];
  const unused = first.unused.filter((keyword) => others.every((one) => one.unused.includes(keyword)));
  if (others.length > 0) {
    return { schema: { ...schema, [word]: possible.map((one) => one.schema) }, impossible: false, unused };
  }
  return { schema: { ...rest, ...first.schema }, impossible: false, unused };
}

/**
 * Adds keywords to a reference. Its target is unknown here. In practice it is an object, because
 * references exist for objects and unions.
 */
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

/** Returns the types that both allow, or undefined if neither has any. */
function meetTypes(
  schema: JsonSchemaObject,
  keywords: JsonSchemaObject,
  { exceptNull = false }: IntersectOptions,
): readonly JsonType[] | undefined {
  const own = schema.type === undefined ? undefined : asList(schema.type);
  if (keywords.type === undefined) return own;
  const wanted = exceptNull ? [...asList(keywords.type), 'null' as const] : asList(keywords.type);
  if (own === undefined) return exceptNull ? [...new Set(wanted)] : wanted;
  const common = mergedArgument('type', own, wanted) as JsonType | readonly JsonType[] | undefined;
  const types = common === undefined ? [] : asList(common);
  // Null alone would remain of `string | null` with the rule `@IsInt()`.
  const isLeftOver = exceptNull && own.length > 1 && types.every((type) => type === 'null');
  return isLeftOver ? [] : types;
}

/**
 * Returns the constants that both allow, in the order of the schema, or undefined if neither lists
 * any.
 */
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

/**
 * A copy of a schema to which keywords are added one by one. Each becomes as tight as the tightest.
 */
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
    // Keeps the place of `type` if there is one. Otherwise puts it first, as in every schema.
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
    const combined = before === undefined ? value : mergedArgument(keyword, before, value);
    if (combined !== undefined) this.keywords[keyword] = combined as JsonValue;
    else this.also(keyword, value);
  }

  /**
   * Adds two values of one keyword that no single value can express: the second goes into `allOf`.
   */
  private also(keyword: string, value: JsonValue): void {
    const before = (this.keywords['allOf'] ?? []) as readonly JsonValue[];
    this.keywords['allOf'] = [...before, { [keyword]: value }];
  }
}
