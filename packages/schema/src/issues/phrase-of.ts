import { FORMATS } from '../formats/formats.js';
import type { JsonSchema, JsonSchemaObject, JsonType, JsonValue } from '../json-schema.js';

/** More allowed values than this are not listed. */
const MOST_VALUES = 20;
/** A longer phrase of a branch, or more branches, would hide the rest of the text. */
const MOST_BRANCHES = 6;

/** Finds the schema that a `$ref` names. */
export type Resolve = (reference: string) => JsonSchema | undefined;

/** What a schema asks for, as one noun phrase of its type and all bounds: `an integer from 1 to 100`. */
export function phraseOf(schema: JsonSchema, resolve: Resolve, depth = 0): string {
  if (schema === true) return 'a value';
  if (schema === false) return 'nothing';
  return phraseOfValues(schema) ?? phraseOfBranches(schema, resolve, depth) ?? phraseOfTypes(schema);
}

/** `one of "en", "de"`: the values of `const` and `enum`. */
export function phraseOfAllowed(values: readonly JsonValue[]): string {
  const shown = values.slice(0, MOST_VALUES).map(valueText).join(', ');
  if (values.length === 1) return shown;
  const rest = values.length - MOST_VALUES;
  return rest > 0 ? `one of ${shown} and ${rest} more` : `one of ${shown}`;
}

/** `1 to 3 items`, `at least 1 property`: bounds of a count; undefined without any. */
export function countText(least = 0, most: number | undefined, one: string, many: string): string | undefined {
  if (most === undefined) return least > 0 ? `at least ${least} ${least === 1 ? one : many}` : undefined;
  const last = `${most} ${most === 1 ? one : many}`;
  if (least <= 0) return most === 0 ? `no ${many}` : `at most ${last}`;
  return least === most ? `exactly ${last}` : `${least} to ${last}`;
}

/** Longest text of one allowed value. */
const LONGEST_VALUE = 60;

function valueText(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 3)}...`;
}

function phraseOfValues(schema: JsonSchemaObject): string | undefined {
  if (schema.const !== undefined) return valueText(schema.const);
  return schema.enum === undefined ? undefined : phraseOfAllowed(schema.enum);
}

function phraseOfBranches(schema: JsonSchemaObject, resolve: Resolve, depth: number): string | undefined {
  if (depth > 8 || schema.type !== undefined) return undefined;
  if (schema.$ref !== undefined) {
    const target = resolve(schema.$ref);
    return target === undefined ? 'a value' : phraseOf(target, resolve, depth + 1);
  }
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return phraseOfUnion(branches, resolve, depth);
  const first = schema.allOf?.[0];
  return first === undefined ? undefined : phraseOf(first, resolve, depth + 1);
}

/** `an integer or null`; branches that are single values become one list of allowed values. */
function phraseOfUnion(branches: readonly JsonSchema[], resolve: Resolve, depth: number): string {
  const values = branches.map((branch) => (typeof branch === 'object' ? branch.const : undefined));
  if (values.every((value) => value !== undefined)) return phraseOfAllowed(values);
  const phrases = [...new Set(branches.map((branch) => phraseOf(branch, resolve, depth + 1)))];
  const shown = phrases.slice(0, MOST_BRANCHES);
  if (phrases.length > MOST_BRANCHES) shown.push('another of its forms');
  return joinedByOr(shown);
}

function joinedByOr(phrases: readonly string[]): string {
  if (phrases.length < 2) return phrases[0] ?? 'nothing';
  return `${phrases.slice(0, -1).join(', ')} or ${phrases.at(-1) ?? ''}`;
}

function phraseOfTypes(schema: JsonSchemaObject): string {
  const types = schema.type === undefined ? impliedTypes(schema) : [schema.type].flat();
  if (types.length === 0) return 'a value';
  return joinedByOr(types.map((type) => PHRASES[type](schema)));
}

const TEXT_KEYWORDS = ['pattern', 'format', 'minLength', 'maxLength'] as const;

/** A schema without a type still says what it speaks of. */
function impliedTypes(schema: JsonSchemaObject): readonly JsonType[] {
  if (schema.properties !== undefined || schema.required !== undefined) return ['object'];
  if (schema.items !== undefined || schema.prefixItems !== undefined) return ['array'];
  if (TEXT_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) return ['string'];
  return [];
}

const PHRASES: Readonly<Record<JsonType, (schema: JsonSchemaObject) => string>> = {
  string: stringPhrase,
  number: (schema) => numberPhrase('a number', schema),
  integer: (schema) => numberPhrase('an integer', wholeBounds(schema)),
  boolean: () => 'true or false',
  null: () => 'null',
  array: (schema) => ofCount('an array', countText(schema.minItems, schema.maxItems, 'item', 'items')),
  object: (schema) =>
    ofCount('an object', countText(schema.minProperties, schema.maxProperties, 'property', 'properties')),
};

function ofCount(noun: string, count: string | undefined): string {
  return count === undefined ? noun : `${noun} of ${count}`;
}

function stringPhrase(schema: JsonSchemaObject): string {
  const format = schema.format === undefined ? undefined : FORMATS.get(schema.format);
  const bytes = schema.contentEncoding === 'base64' ? FORMATS.get('base64') : undefined;
  const known = format ?? bytes;
  const noun = known === undefined ? 'a string' : `${known.phrase} like ${JSON.stringify(known.example)}`;
  const counted = ofCount(noun, countText(schema.minLength, schema.maxLength, 'character', 'characters'));
  return schema.pattern === undefined ? counted : `${counted} that matches ${schema.pattern}`;
}

interface Bounds {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
  readonly multipleOf?: number | undefined;
}

function numberPhrase(noun: string, bounds: Bounds): string {
  const range = rangeText(bounds);
  const text = range === '' ? noun : `${noun} ${range}`;
  return bounds.multipleOf === undefined ? text : `${text} that is a multiple of ${bounds.multipleOf}`;
}

function rangeText({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Bounds): string {
  if (
    minimum !== undefined &&
    maximum !== undefined &&
    exclusiveMinimum === undefined &&
    exclusiveMaximum === undefined
  ) {
    return minimum === maximum ? `equal to ${minimum}` : `from ${minimum} to ${maximum}`;
  }
  const parts: string[] = [];
  if (exclusiveMinimum !== undefined) parts.push(`greater than ${exclusiveMinimum}`);
  if (minimum !== undefined) parts.push(`of at least ${minimum}`);
  if (exclusiveMaximum !== undefined) parts.push(`less than ${exclusiveMaximum}`);
  if (maximum !== undefined) parts.push(`${parts.length === 0 ? 'of ' : ''}at most ${maximum}`);
  return parts.join(' and ');
}

/** The same bounds for integers, without `exclusive` ones. */
function wholeBounds(schema: JsonSchemaObject): Bounds {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const least = [minimum, exclusiveMinimum === undefined ? undefined : Math.floor(exclusiveMinimum) + 1];
  const most = [maximum, exclusiveMaximum === undefined ? undefined : Math.ceil(exclusiveMaximum) - 1];
  return { minimum: present(least, Math.max), maximum: present(most, Math.min), multipleOf };
}

function present(bounds: readonly (number | undefined)[], pick: (...bounds: number[]) => number): number | undefined {
  const known = bounds.filter((bound) => bound !== undefined);
  return known.length === 0 ? undefined : pick(...known);
}
