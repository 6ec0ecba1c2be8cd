import { createChecker, type SchemaChecker } from '../check/checker.js';
import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../json-schema.js';
import { mergedSchema } from '../keywords/merge-schemas.js';
import type { Resolve } from '../references/resolve.js';
import { targetOf } from '../references/target-of.js';
import { ownEntry } from '../values/own-entry.js';
import { analysisTable, keywordsIn } from '../keywords/table.js';
import { compiledPattern } from '../patterns/compiled-pattern.js';
import { ExampleBudget } from './example-budget.js';
import { numbersOf, stringsOf } from './scalar-examples.js';
import { textMatching } from './text-matching.js';
import { planOf, type ValuePlan } from './value-plan.js';
import { present } from '../values/present.js';

/** The deepest nested schema with an example. Only an endless recursion is deeper. */
const DEEPEST = 24;
/** The largest number of attempts for one list of different items, or for one union. */
const MOST_TRIES = 64;
/** The largest number of schemas that are combined in several orders. */
const MOST_TURNS = 4;

/**
 * Returns a small valid value of a schema. Prefers the schema's `examples`, `default`, `const` and
 * `enum`. Otherwise includes only required properties and one item of a list. The same schema
 * always gives the same example.
 *
 * @param root - the document of `#/...` references, by default the schema itself
 * @returns undefined if none was found: no value is valid, or a pattern is too complex to generate
 *   a matching text
 */
export function exampleOf(schema: JsonSchema, root: JsonSchema = schema): JsonValue | undefined {
  return new ExampleMaker(createChecker(schema, root)).make(schema, { variant: 0, depth: 0 });
}

/** A request for an example of a schema. */
interface Wanted {
  /** The number of the example. Another number gives another value if the schema allows it. */
  readonly variant: number;
  /** The number of schemas around it. */
  readonly depth: number;
}

function inside({ variant, depth }: Wanted): Wanted {
  return { variant, depth: depth + 1 };
}

/** Makes examples and checks each against its schema. */
class ExampleMaker {
  private readonly budget = new ExampleBudget();
  private readonly resolve: Resolve = (reference) => this.checker.resolve(reference);

  constructor(private readonly checker: SchemaChecker) {}

  /** Makes an example of a schema. */
  make(schema: JsonSchema, wanted: Wanted): JsonValue | undefined {
    const { variant, depth } = wanted;
    if (schema === true) return variant === 0 ? 'text' : `text${variant}`;
    if (schema === false || depth > DEEPEST) return undefined;
    const target = onlyRefers(schema) ? targetOf(schema, this.resolve) : schema;
    if (typeof target !== 'object') return target === undefined ? undefined : this.make(target, inside(wanted));
    return this.budget.once(target, variant, () => {
      const checker = this.checker.part(target);
      return this.given(target, variant, checker) ?? this.combined(target, wanted, checker);
    });
  }

  /** Returns a value that the schema itself gives. Returns `null` only if there is no other. */
  private given(schema: JsonSchemaObject, variant: number, checker: SchemaChecker): JsonValue | undefined {
    const values = keywordsIn(schema, analysisTable()).flatMap(
      ([keyword, { gives }]) => gives?.(schema[keyword] as never) ?? [],
    );
    const valid = values.filter((value) => checker.validates(value));
    const telling = valid.filter((value) => value !== null);
    return (telling.length > 0 ? telling : valid)[variant % Math.max(1, telling.length || valid.length)];
  }

  private combined(schema: JsonSchemaObject, wanted: Wanted, checker: SchemaChecker): JsonValue | undefined {
    for (const simple of this.simplified(schema)) {
      const value = this.ofTypes(simple, wanted);
      if (value !== undefined && checker.validates(value)) return value;
    }
    return undefined;
  }

  /** Yields the schema without references and combinations, once for each branch. */
  private *simplified(schema: JsonSchemaObject, hops = 0): Generator<JsonSchemaObject> {
    if (hops > 8 || !this.budget.step()) return;
    const { $ref, allOf, anyOf, oneOf, ...rest } = schema;
    if (schema.if !== undefined && hops < 4) yield* this.conditional(schema, hops);
    if ($ref !== undefined) {
      const target = targetOf(schema, this.resolve);
      if (typeof target === 'object')
        yield* this.simplified(mergedSchema({ ...rest, ...present({ allOf, anyOf, oneOf }) }, target), hops + 1);
    } else if (allOf !== undefined) {
      const parts = allOf.filter((part) => typeof part === 'object');
      const whole = { ...rest, ...present({ anyOf, oneOf }) };
      const merged = parts.reduce(mergedSchema, whole);
      yield* this.simplified(withAllContained([whole, ...parts], merged), hops + 1);
      // The last of two patterns or two `contains` decides the generated value, so each of a few
      // parts comes last once.
      for (const last of hops < 2 && parts.length <= MOST_TURNS ? [whole, ...parts.slice(0, -1)] : []) {
        const others = [whole, ...parts].filter((part) => part !== last);
        yield* this.simplified([...others, last].reduce(mergedSchema), hops + 1);
      }
      const pattern = patternOfAll([whole, ...parts]);
      if (pattern !== undefined) yield* this.simplified({ ...merged, pattern }, hops + 1);
    } else if (anyOf !== undefined || oneOf !== undefined) {
      const outer = { ...rest, ...(anyOf !== undefined && oneOf !== undefined ? { oneOf } : {}) };
      for (const branch of nullLast(anyOf ?? oneOf ?? [])) {
        yield* this.simplified(typeof branch === 'object' ? mergedSchema(outer, branch) : outer, hops + 1);
      }
    } else {
      yield schema;
    }
  }

  private *conditional(schema: JsonSchemaObject, hops: number): Generator<JsonSchemaObject> {
    const { if: test, then, else: otherwise, ...rest } = schema;
    if (typeof then === 'object' && typeof test === 'object') {
      yield* this.simplified(mergedSchema(mergedSchema(rest, test), then), hops + 1);
    }
    if (typeof otherwise === 'object') yield* this.simplified(mergedSchema(rest, otherwise), hops + 1);
    yield* this.simplified(rest, hops + 1);
  }

  private ofTypes(schema: JsonSchemaObject, wanted: Wanted): JsonValue | undefined {
    const checker = this.checker.part(schema);
    const given = this.given(schema, wanted.variant, checker);
    if (given !== undefined) return given;
    for (const type of typesOf(schema)) {
      for (const value of this.ofType(type, schema, wanted)) {
        if (value !== undefined && checker.validates(value)) return value;
      }
    }
    return undefined;
  }

  private ofType(type: JsonType, schema: JsonSchemaObject, wanted: Wanted): Iterable<JsonValue | undefined> {
    const { variant } = wanted;
    switch (type) {
      case 'string':
        return stringsOf(schema, variant);
      case 'number':
      case 'integer':
        return numbersOf(type, schema, variant);
      case 'boolean':
        return [variant % 2 === 0, variant % 2 !== 0];
      case 'null':
        return [null];
      case 'array':
        return this.arraysOf(schema, wanted);
      case 'object':
        return this.objectsOf(schema, wanted);
    }
  }

  private arraysOf(schema: JsonSchemaObject, { variant, depth }: Wanted): readonly (JsonValue | undefined)[] {
    const { firstItems, items, contains, fewestContained, mostItems, mustDiffer, ...plan } = planOf(schema);
    const least = Math.max(plan.fewestItems, contains === undefined ? 0 : fewestContained);
    const wanted = Math.min(Math.max(least, firstItems.length, items === false || variant > 0 ? 0 : 1), mostItems);
    const schemaAt = (i: number): JsonSchema => {
      const own = firstItems[i] ?? items;
      if (contains === undefined || i >= fewestContained || typeof contains === 'boolean') return own;
      return typeof own === 'object' ? mergedSchema(own, contains) : contains;
    };
    const lengths = [...new Set([wanted, least, least + variant])];
    return lengths.map((length) => this.items(length, schemaAt, mustDiffer, { variant, depth }));
  }

  private items(
    length: number,
    schemaAt: (i: number) => JsonSchema,
    mustDiffer: boolean,
    { variant, depth }: Wanted,
  ): JsonValue | undefined {
    const made: JsonValue[] = [];
    const seen = new Set<string>();
    for (let i = 0, tries = 0; i < length && tries < length + MOST_TRIES; tries++) {
      if (!this.budget.step()) return undefined;
      const item = this.make(schemaAt(i), { variant: variant + (mustDiffer ? tries : 0), depth: depth + 1 });
      if (item === undefined) return undefined;
      const text = JSON.stringify(item);
      if (mustDiffer && seen.has(text)) continue;
      seen.add(text);
      made.push(item);
      i++;
    }
    return made;
  }

  private objectsOf(schema: JsonSchemaObject, wanted: Wanted): readonly (JsonValue | undefined)[] {
    const plan = planOf(schema);
    const { properties, required, fewestProperties: least, others, dependentRequired } = plan;
    const keys = new Set(required);
    for (const key of Object.keys(properties)) if (keys.size < least) keys.add(key);
    for (const key of [...keys]) {
      if (Object.hasOwn(dependentRequired, key)) for (const other of dependentRequired[key] ?? []) keys.add(other);
    }
    const isMap = Object.keys(properties).length === 0 && typeof others === 'object';
    const withEntry = isMap ? [this.object(keys, plan, Math.max(least, 1), wanted)] : [];
    return [...withEntry, this.object(keys, plan, least, wanted)];
  }

  private object(keys: ReadonlySet<string>, plan: ValuePlan, least: number, wanted: Wanted): JsonValue | undefined {
    const entries: [string, JsonValue][] = [];
    for (const key of inDeclaredOrder(keys, plan)) {
      const value = this.make(schemaOfKey(key, plan), inside(wanted));
      if (value === undefined) return undefined;
      entries.push([key, value]);
    }
    const taken = new Set(entries.map(([key]) => key));
    for (let i = 0; entries.length < least && i < least + MOST_TRIES; i++) {
      if (!this.budget.step()) return undefined;
      const key = this.freeKey(plan, i + wanted.variant);
      if (key === undefined || taken.has(key)) continue;
      taken.add(key);
      const value = this.make(schemaOfKey(key, plan), inside(wanted));
      if (value !== undefined) entries.push([key, value]);
    }
    // `fromEntries` makes every name an own property, even `__proto__`.
    return Object.fromEntries(entries);
  }

  /** Returns a name for an undeclared property. */
  private freeKey({ patterns, others, names }: ValuePlan, variant: number): string | undefined {
    const [pattern] = Object.keys(patterns);
    if (others === false && pattern !== undefined) return textMatching(pattern, 0, Infinity, variant);
    const name =
      names === undefined
        ? undefined
        : this.make(typeof names === 'object' ? { ...names, type: 'string' } : names, { variant, depth: 1 });
    if (typeof name === 'string') return name;
    return variant === 0 ? 'key' : `key${variant}`;
  }
}

/** Returns whether a schema contains only a reference. */
function onlyRefers(schema: JsonSchemaObject): schema is JsonSchemaObject & { readonly $ref: string } {
  return schema.$ref !== undefined && Object.keys(schema).every((keyword) => keyword === '$ref' || keyword === '$defs');
}

/** Adds an item for each `contains` of a list that has several. */
function withAllContained(schemas: readonly JsonSchemaObject[], merged: JsonSchemaObject): JsonSchemaObject {
  const wanted = schemas.flatMap(({ contains }) => (typeof contains === 'object' ? contains : []));
  if (wanted.length < 2 || merged.prefixItems !== undefined) return merged;
  const { contains: _last, items, ...rest } = merged;
  const item = typeof items === 'object' ? items : {};
  return { ...rest, ...(items !== undefined && { items }), prefixItems: wanted.map((one) => mergedSchema(item, one)) };
}

/** Returns a pattern of texts that match each of several patterns, such as those of a password. */
function patternOfAll(schemas: readonly JsonSchemaObject[]): string | undefined {
  const patterns = schemas.flatMap(({ pattern }) => pattern ?? []);
  return patterns.length < 2 ? undefined : patterns.map((one) => `(?=[\\s\\S]*?(?:${one}))`).join('');
}

function nullLast(branches: readonly JsonSchema[]): readonly JsonSchema[] {
  const isNull = (schema: JsonSchema): boolean =>
    typeof schema === 'object' && (schema.type === 'null' || schema.const === null);
  return branches.toSorted((a, b) => Number(isNull(a)) - Number(isNull(b)));
}

function typesOf(schema: JsonSchemaObject): readonly JsonType[] {
  if (schema.type !== undefined) {
    return [schema.type].flat().toSorted((a, b) => Number(a === 'null') - Number(b === 'null'));
  }
  if (schema.properties !== undefined || schema.required !== undefined) return ['object'];
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array'];
  return ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'];
}

function inDeclaredOrder(keys: ReadonlySet<string>, { properties }: ValuePlan): readonly string[] {
  const declared = Object.keys(properties).filter((key) => keys.has(key));
  return [...declared, ...[...keys].filter((key) => !declared.includes(key))];
}

function schemaOfKey(key: string, { properties, patterns, others = true }: ValuePlan): JsonSchema {
  const own = ownEntry(properties, key);
  if (own !== undefined) return own;
  const [matching] = Object.entries(patterns).filter(([pattern]) => compiledPattern(pattern)?.test(key) === true);
  return matching?.[1] ?? others;
}
