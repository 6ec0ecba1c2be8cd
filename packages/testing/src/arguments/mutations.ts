import type { JsonSchema, JsonValue, Path } from '@haft/schema';
import type { KeywordName } from '@haft/schema/internal';

/**
 * All values that one small change can make of a value. The numbers in the schema suggest the
 * changes: something removed, something added, another type, one more or less than allowed. The
 * caller finds out which of them are invalid.
 */
export class Mutations {
  private readonly numbers: readonly number[];
  private readonly lengths: readonly number[];

  constructor(schema: JsonSchema) {
    const bounds = boundsIn(schema);
    this.numbers = [...new Set(bounds.flatMap((bound) => [bound - 1, bound + 1, bound + 0.5, bound]))];
    this.lengths = [...new Set(bounds.flatMap((bound) => [bound - 1, bound + 1]))].filter(isLength);
  }

  /** Returns the changes in a fixed order. */
  of(value: JsonValue): readonly (() => JsonValue)[] {
    return placesIn(value).flatMap(({ path, at }) => [
      ...this.replacements(at).map((replacement) => () => replacedAt(value, path, replacement)),
      ...(path.length === 0 ? [] : [() => withoutAt(value, path)]),
    ]);
  }

  private replacements(at: JsonValue): readonly JsonValue[] {
    const others = OF_OTHER_TYPES.filter((other) => kindOf(other) !== kindOf(at));
    if (typeof at === 'string')
      return [...others, '', `${at}\u0000`, ...this.lengths.map((length) => 'x'.repeat(length)), 'x'];
    if (typeof at === 'number') return [...others, ...this.numbers, at + 0.5, -at - 1];
    if (isList(at)) return [...others, ...this.lists(at)];
    if (typeof at === 'object' && at !== null) return [...others, { ...at, [freeKey(at)]: 'x' }, {}];
    return others;
  }

  private lists(list: readonly JsonValue[]): readonly JsonValue[] {
    const [first = 'x'] = list;
    const lengths = this.lengths.filter((length) => length <= 200);
    return [[], [...list, ...list], [...list, first], ...lengths.map((length) => Array<JsonValue>(length).fill(first))];
  }
}

const OF_OTHER_TYPES: readonly JsonValue[] = ['no such value', 1.5, true, null, ['x', 'y'], { no_such_key: 'x' }];
const LONGEST = 20_000;

function isLength(bound: number): boolean {
  return Number.isInteger(bound) && bound >= 0 && bound <= LONGEST;
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  return isList(value) ? 'array' : typeof value;
}

/** `Array.isArray` does not narrow readonly lists. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function freeKey(value: object): string {
  let key = 'no_such_key';
  while (Object.hasOwn(value, key)) key += '_';
  return key;
}

/** Returns every number that is a bound in the schema. */
function boundsIn(schema: JsonSchema): readonly number[] {
  const found = new Set<number>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, one] of Object.entries(value)) {
      if (typeof one === 'number' && Object.hasOwn(IS_BOUND, key) && IS_BOUND[key as KeywordName]) found.add(one);
      else visit(one);
    }
  };
  visit(schema);
  return [...found];
}

/** Whether the argument of each keyword is a bound, which small changes go beyond. */
const IS_BOUND: Readonly<Record<KeywordName, boolean>> = {
  ...{ minimum: true, maximum: true, exclusiveMinimum: true, exclusiveMaximum: true, multipleOf: true },
  ...{ minLength: true, maxLength: true, minItems: true, maxItems: true, minProperties: true, maxProperties: true },
  ...{ $ref: false, $defs: false, type: false, const: false, enum: false, discriminator: false },
  ...{ anyOf: false, oneOf: false, allOf: false, not: false, if: false, then: false, else: false },
  ...{ properties: false, required: false, additionalProperties: false, patternProperties: false },
  ...{ propertyNames: false, dependentRequired: false, items: false, prefixItems: false },
  ...{ contains: false, minContains: false, maxContains: false, uniqueItems: false },
  ...{ pattern: false, format: false, contentEncoding: false, contentMediaType: false },
  ...{ title: false, description: false, default: false, examples: false },
  ...{ deprecated: false, readOnly: false, writeOnly: false },
};

interface Place {
  readonly path: Path;
  readonly at: JsonValue;
}

/** Returns the value itself and everything inside it. */
function placesIn(value: JsonValue, path: Path = []): readonly Place[] {
  const here = { path, at: value };
  if (isList(value)) {
    return [here, ...value.flatMap((item, index) => placesIn(item, [...path, index]))];
  }
  if (typeof value !== 'object' || value === null) return [here];
  return [here, ...Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]))];
}

function replacedAt(value: JsonValue, path: Path, replacement: JsonValue): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (isList(value)) {
    return value.map((item, index) => (index === key ? replacedAt(item, rest, replacement) : item));
  }
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>);
  return Object.fromEntries(
    entries.map(([name, one]) => [name, name === key ? replacedAt(one, rest, replacement) : one]),
  );
}

function withoutAt(value: JsonValue, [key, ...rest]: Path): JsonValue {
  const isHere = rest.length === 0;
  if (isList(value)) {
    return isHere
      ? value.filter((_, index) => index !== key)
      : value.map((one, index) => (index === key ? withoutAt(one, rest) : one));
  }
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>);
  const kept = isHere ? entries.filter(([name]) => name !== key) : entries;
  return Object.fromEntries(kept.map(([name, one]) => [name, !isHere && name === key ? withoutAt(one, rest) : one]));
}
