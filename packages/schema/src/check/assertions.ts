import { FORMATS } from '../formats/formats.js';
import { codePointLength } from '../issues/describe-received.js';
import type { JsonSchemaObject, JsonValue } from '../json-schema.js';
import { compiledPattern } from './compiled-pattern.js';
import { isMultipleOf } from './is-multiple-of.js';
import { KIND } from './json-kind.js';
import { indexOfRepeated, sameJson } from './same-json.js';

/** A keyword that looks at one value and not into it. */
export interface Assertion {
  readonly keyword: string;
  /** The kinds of values that the keyword speaks of; it is true of all others. */
  readonly kinds: number;
  readonly holds: (value: never) => boolean;
  /** Another type of the value, or of what is in it, could obey. */
  readonly mayPass: boolean;
  /** Whether it counts what is in the value: then the count is what is said of it. */
  readonly counts: boolean;
}

/** Looked up here, once for a schema, and not for each problem. */
const MAY_PASS: ReadonlySet<string> = new Set(['const', 'enum', 'uniqueItems', 'maxProperties']);
const COUNTS: ReadonlySet<string> = new Set(['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties']);

/** The assertions of a schema, in the order in which a person would say them. */
export function assertionsOf(schema: JsonSchemaObject): readonly Assertion[] {
  const found: Assertion[] = [];
  for (const [keyword, kinds, make] of TABLE) {
    const argument = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (argument === undefined) continue;
    const holds = make(argument as never, schema);
    if (holds === undefined) continue;
    found.push({ keyword, kinds, holds, mayPass: MAY_PASS.has(keyword), counts: COUNTS.has(keyword) });
  }
  return found;
}

type Row = readonly [
  keyword: keyof JsonSchemaObject,
  kinds: number,
  make: (argument: never, schema: JsonSchemaObject) => ((value: never) => boolean) | undefined,
];

const NUMBER = KIND.integer | KIND.fraction;
const ANY = 255;

const TABLE: readonly Row[] = [
  ['const', ANY, (wanted: JsonValue) => (value: unknown) => sameJson(value, wanted)],
  ['enum', ANY, enumHolds],
  ['minLength', KIND.string, (least: number) => (text: string) => hasAtLeast(text, least)],
  ['maxLength', KIND.string, (most: number) => (text: string) => text.length <= most || codePointLength(text) <= most],
  ['format', KIND.string, (name: string) => FORMATS.get(name)?.test],
  ['contentEncoding', KIND.string, (name: string) => (name === 'base64' ? FORMATS.get('base64')?.test : undefined)],
  ['pattern', KIND.string, patternHolds],
  ['minimum', NUMBER, (least: number) => (value: number) => value >= least],
  ['exclusiveMinimum', NUMBER, (least: number) => (value: number) => value > least],
  ['maximum', NUMBER, (most: number) => (value: number) => value <= most],
  ['exclusiveMaximum', NUMBER, (most: number) => (value: number) => value < most],
  ['multipleOf', NUMBER, (divisor: number) => (value: number) => isMultipleOf(value, divisor)],
  ['minItems', KIND.array, (least: number) => (items: readonly unknown[]) => items.length >= least],
  ['maxItems', KIND.array, (most: number) => (items: readonly unknown[]) => items.length <= most],
  ['uniqueItems', KIND.array, uniqueHolds],
  ['minProperties', KIND.object, (least: number) => (value: object) => Object.keys(value).length >= least],
  ['maxProperties', KIND.object, (most: number) => (value: object) => Object.keys(value).length <= most],
];

function enumHolds(values: readonly JsonValue[]): (value: unknown) => boolean {
  const scalars = new Set<unknown>(values.filter((value) => typeof value !== 'object' || value === null));
  if (scalars.size === values.length) return (value) => scalars.has(value);
  return (value) => values.some((allowed) => sameJson(value, allowed));
}

function hasAtLeast(text: string, least: number): boolean {
  if (text.length < least) return false;
  // Two units are at most one code point: counting is needed only in between.
  return text.length >= 2 * least || codePointLength(text) >= least;
}

function patternHolds(pattern: string): ((text: string) => boolean) | undefined {
  const expression = compiledPattern(pattern);
  return expression === undefined ? undefined : (text) => expression.test(text);
}

function uniqueHolds(unique: boolean): ((items: readonly unknown[]) => boolean) | undefined {
  return unique ? (items) => indexOfRepeated(items) === -1 : undefined;
}
