import { requireKind } from '@haft/core';
import {
  createChecker,
  exampleOf,
  type JsonSchema,
  type JsonSchemaObject,
  type JsonType,
  type JsonValue,
  type SchemaChecker,
} from '@haft/schema';
import { mergedSchema, onlyDescribes, sameJson } from '@haft/schema/internal';
import fc from 'fast-check';
import { BoundedFilter } from './bounded-filter.js';
import { noValue } from './no-value.js';
import { numbersOf } from './numbers-of.js';
import { textsOf } from './texts-of.js';

/**
 * Deeper than this, values inside lists, objects and references are the smallest ones, so that
 * recursion ends.
 */
const DEEPEST = 5;
/** The most items and keys of a value beyond the required ones. */
const MOST_MORE = 3;

/**
 * Generates values that a schema allows. It checks every value. If random ones are invalid (a
 * `not`, an intricate pattern), it returns the schema's example.
 *
 * @returns an arbitrary that throws a HaftError `HAFT_INVALID_SCHEMA` if it finds no value
 * @throws {HaftError} `HAFT_INVALID_OPTION` if it is not a schema
 */
export function valuesOf(schema: JsonSchema): fc.Arbitrary<JsonValue> {
  if (typeof schema !== 'boolean') requireKind('The schema of valuesOf()', schema, 'an object');
  return new ArbitraryMaker(schema).of(schema, 0);
}

/** The numbers of elements that a list may have. */
interface LengthRange {
  readonly minLength: number;
  readonly maxLength: number;
}

/** Creates the arbitraries of one document. */
class ArbitraryMaker {
  private readonly checker: SchemaChecker;
  /** By reference and depth: a recursive schema is unrolled once for each depth. */
  private readonly references = new Map<string, fc.Arbitrary<JsonValue>>();

  constructor(private readonly root: JsonSchema) {
    this.checker = createChecker(root);
  }

  of(schema: JsonSchema, depth: number): fc.Arbitrary<JsonValue> {
    if (schema === true) return ANYTHING;
    const checker = this.checker.part(schema);
    const smallest = (): JsonValue => exampleOf(schema, this.root) ?? fail(schema);
    const made = schema === false || depth > DEEPEST ? undefined : this.ofObject(schema, depth);
    if (made === undefined) return fc.constant(null).map(smallest);
    return new BoundedFilter(made, (value) => checker.validates(value), smallest);
  }

  private ofObject(schema: JsonSchemaObject, depth: number): fc.Arbitrary<JsonValue> {
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum !== undefined) return oneOf(schema.enum.map((value) => fc.constant(value)));
    if (schema.$ref !== undefined) return this.ofReference(schema.$ref, schema, depth);
    return oneOf(this.branchesOf(schema).map((branch) => this.ofBranch(branch, schema, depth)));
  }

  private ofReference(
    reference: string,
    { $ref: _, ...rest }: JsonSchemaObject,
    depth: number,
  ): fc.Arbitrary<JsonValue> {
    const target = this.checker.resolve(reference);
    if (target === undefined) throw noValue({ $ref: reference });
    if (typeof target === 'object' && saysMore(rest)) {
      return this.of(mergedSchema(rest, target), depth + 1);
    }
    const key = `${depth} ${reference}`;
    const known = this.references.get(key);
    if (known !== undefined) return known;
    const made = this.of(target, depth + 1);
    this.references.set(key, made);
    return made;
  }

  /** Returns schemas without combinations, one for every branch. */
  private branchesOf(schema: JsonSchemaObject): readonly JsonSchemaObject[] {
    const { allOf, anyOf, oneOf: one, if: test, then, else: otherwise, ...rest } = schema;
    if (allOf !== undefined) {
      const parts = allOf.map((part) => this.resolved(part));
      return [
        parts.reduce(mergedSchema, { ...rest, ...defined({ anyOf, oneOf: one, if: test, then, else: otherwise }) }),
      ];
    }
    if (anyOf !== undefined || one !== undefined) {
      const outer = {
        ...rest,
        ...defined({ if: test, then, else: otherwise, ...(anyOf === undefined ? {} : { oneOf: one }) }),
      };
      return (anyOf ?? one ?? []).map((branch) => mergedSchema(outer, this.resolved(branch)));
    }
    if (test === undefined) return [schema];
    return [
      mergedSchema(mergedSchema(rest, this.resolved(test)), this.resolved(then)),
      mergedSchema(rest, this.resolved(otherwise)),
    ];
  }

  /** Resolves references. A boolean schema has nothing to merge, and the check enforces it. */
  private resolved(schema: JsonSchema | undefined): JsonSchemaObject {
    if (typeof schema !== 'object') return {};
    const others = Object.keys(schema).filter((keyword) => keyword !== '$ref' && keyword !== 'description');
    if (schema.$ref === undefined || others.length > 0) return schema;
    return { $ref: schema.$ref };
  }

  private ofBranch(branch: JsonSchemaObject, whole: JsonSchemaObject, depth: number): fc.Arbitrary<JsonValue> {
    if (branch !== whole) return this.of(branch, depth);
    return oneOf(typesOf(branch).map((type) => this.ofType(type, branch, depth)));
  }

  private ofType(type: JsonType, schema: JsonSchemaObject, depth: number): fc.Arbitrary<JsonValue> {
    switch (type) {
      case 'string':
        return textsOf(schema);
      case 'number':
      case 'integer':
        return numbersOf(type, schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return this.listsOf(schema, depth);
      case 'object':
        return this.objectsOf(schema, depth);
    }
  }

  private listsOf(schema: JsonSchemaObject, depth: number): fc.Arbitrary<JsonValue> {
    const { prefixItems = [], items = true, contains, minContains = 1, minItems = 0, maxItems = Infinity } = schema;
    const wanted = contains === undefined ? 0 : minContains;
    const first = fc.tuple(...prefixItems.map((item) => this.of(item, depth + 1)));
    const least = Math.max(0, minItems - prefixItems.length - wanted);
    const most = Math.max(least, Math.min(least + moreAt(depth), maxItems - prefixItems.length - wanted));
    const rest =
      items === false || most === 0
        ? fc.constant([])
        : this.itemsOf(items, { minLength: least, maxLength: most }, schema, depth);
    if (contains === undefined || wanted === 0) return fc.tuple(first, rest).map((parts) => parts.flat());
    const found = fc.array(this.of(contains, depth + 1), { minLength: wanted, maxLength: wanted });
    return fc.tuple(first, rest, found).map((parts) => parts.flat());
  }

  private itemsOf(
    items: JsonSchema,
    { minLength, maxLength }: LengthRange,
    { uniqueItems }: JsonSchemaObject,
    depth: number,
  ): fc.Arbitrary<readonly JsonValue[]> {
    const item = this.of(items, depth + 1);
    if (uniqueItems !== true) return fc.array(item, { minLength, maxLength });
    // Generates more items than needed and drops equal ones. Otherwise a list that is longer than
    // the number of different values would never end.
    return fc
      .tuple(
        fc.integer({ min: minLength, max: maxLength }),
        fc.array(item, { minLength: maxLength, maxLength: 4 * maxLength }),
      )
      .map(([count, made]) => different(made).slice(0, count));
  }

  private objectsOf(schema: JsonSchemaObject, depth: number): fc.Arbitrary<JsonValue> {
    const { properties = {}, required = [], minProperties = 0, maxProperties = Infinity } = schema;
    const undeclared = required.filter((key) => !Object.hasOwn(properties, key));
    const keys = [...Object.keys(properties).filter((key) => !RESERVED.has(key)), ...undeclared];
    const requiredKeys = keys.filter((key) => required.includes(key));
    const possible = keys.filter((key) => requiredKeys.includes(key) || schemaOfKey(key, schema) !== false);
    const declared = fc.record(
      Object.fromEntries(possible.map((key) => [key, this.ofProperty(key, schema, requiredKeys.includes(key), depth)])),
      { requiredKeys, noNullPrototype: true },
    );
    const least = Math.max(0, Math.min(minProperties - requiredKeys.length, 20));
    const most = Math.max(least, Math.min(least + moreAt(depth), maxProperties - requiredKeys.length));
    const further = most <= 0 ? undefined : this.furtherKeys(schema, least, most, depth);
    if (further === undefined) return declared;
    return fc.tuple(further, declared).map(([others, own]) => ({ ...own, ...without(others, own) }));
  }

  /** Leaves optional properties out where the recursion must end. */
  private ofProperty(
    key: string,
    schema: JsonSchemaObject,
    isRequired: boolean,
    depth: number,
  ): fc.Arbitrary<JsonValue> {
    const value = schemaOfKey(key, schema);
    return this.of(value, isRequired || depth < DEEPEST ? depth + 1 : DEEPEST + 1);
  }

  /** Adds undeclared keys, if the schema has a schema for them. */
  private furtherKeys(
    schema: JsonSchemaObject,
    minKeys: number,
    maxKeys: number,
    depth: number,
  ): fc.Arbitrary<Readonly<Record<string, JsonValue>>> | undefined {
    const { patternProperties = {}, propertyNames, additionalProperties } = schema;
    const size = { maxKeys, noNullPrototype: true } as const;
    const patterns = Object.entries(patternProperties)
      .filter(([, value]) => value !== false)
      .map(([pattern, value]) =>
        fc.dictionary(this.keys({ type: 'string', pattern }), this.of(value, depth + 1), size),
      );
    const isOpen = additionalProperties !== false && (additionalProperties !== undefined || minKeys > 0);
    const names = typeof propertyNames === 'object' ? this.keys(mergedSchema({ type: 'string' }, propertyNames)) : NAME;
    const others = isOpen
      ? [fc.dictionary(names, this.of(additionalProperties ?? true, depth + 1), { ...size, minKeys })]
      : [];
    const all = [...patterns, ...others];
    return all.length === 0 ? undefined : fc.oneof(...all);
  }

  private keys(schema: JsonSchemaObject): fc.Arbitrary<string> {
    const checker = createChecker(schema);
    const passes = (key: string): boolean => !RESERVED.has(key) && checker.validates(key);
    return new BoundedFilter(textsOf(schema), passes, () => {
      const example = exampleOf(schema);
      return typeof example === 'string' ? example : 'key';
    });
  }
}

/** Returns whether a schema has more constraints than its `$ref`. */
function saysMore(beside: JsonSchemaObject): boolean {
  return Object.keys(beside).some((keyword) => keyword !== '$defs' && !onlyDescribes(keyword));
}

/** Names that no argument may have, whatever the schema allows. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const NAME = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).filter((name) => !RESERVED.has(name));
const SCALAR: fc.Arbitrary<JsonValue> = fc.oneof(
  textsOf({}),
  numbersOf('integer', {}),
  numbersOf('number', {}),
  fc.boolean(),
  fc.constant(null),
);
const ANYTHING: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 4, arbitrary: SCALAR },
  { weight: 1, arbitrary: fc.array(SCALAR, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(NAME, SCALAR, { maxKeys: 3, noNullPrototype: true }) },
);

function fail(schema: JsonSchema): never {
  throw noValue(schema);
}

/**
 * Returns one of the arbitraries. If there are none, because types contradict each other, returns a
 * value that the check rejects.
 */
function oneOf(arbitraries: readonly fc.Arbitrary<JsonValue>[]): fc.Arbitrary<JsonValue> {
  const [only] = arbitraries;
  if (only === undefined) return fc.constant(null);
  return arbitraries.length === 1 ? only : fc.oneof(...arbitraries);
}

function moreAt(depth: number): number {
  return Math.max(1, MOST_MORE - depth);
}

function different(values: readonly JsonValue[]): readonly JsonValue[] {
  return values.filter((value, index) => values.findIndex((other) => sameJson(other, value)) === index);
}

function defined<T extends object>(record: T): Partial<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function without(
  record: Readonly<Record<string, JsonValue>>,
  own: Readonly<Record<string, JsonValue>>,
): Readonly<Record<string, JsonValue>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !Object.hasOwn(own, key)));
}

function typesOf(schema: JsonSchemaObject): readonly JsonType[] {
  if (schema.type !== undefined) return [schema.type].flat();
  if (schema.properties !== undefined || schema.required !== undefined) return ['object'];
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array'];
  return ['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'];
}

function schemaOfKey(
  key: string,
  { properties = {}, patternProperties = {}, additionalProperties = true }: JsonSchemaObject,
): JsonSchema {
  if (Object.hasOwn(properties, key)) return properties[key] ?? true;
  const [matching] = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, 'u').test(key));
  return matching?.[1] ?? additionalProperties;
}
