import { sameJson } from '../../values/same-json.js';
import type { JsonSchema, JsonSchemaObject, JsonType } from '../../json-schema.js';
import { fitsType, typesOf } from './types-of.js';
import { listedValues } from '../../keywords/values.js';
import type { Resolve } from '../../references/resolve.js';
import { targetOf } from '../../references/target-of.js';
import { ownEntry } from '../../values/own-entry.js';

/** The deepest compared level of schemas. */
const DEEPEST = 6;

/** The largest number of compared pairs. */
const MOST_PAIRS = 2000;

/**
 * Returns whether two schemas share no value. Returns false if a short search finds no proof.
 *
 * @param mayCompare - counts comparisons and returns whether they may be made, by default always
 */
export function areDisjoint(
  a: JsonSchema,
  b: JsonSchema,
  resolve: Resolve,
  mayCompare: (count: number) => boolean = () => true,
): boolean {
  let pairs = 0;
  const areApart = (one: JsonSchema, other: JsonSchema, depth: number): boolean =>
    depth <= DEEPEST &&
    pairs++ < MOST_PAIRS &&
    mayCompare(workOf(one, other)) &&
    compare(one, other, resolve, (x, y) => areApart(x, y, depth + 1));
  return areApart(a, b, 0);
}

/** Returns the work of a comparison, in comparisons of two short schemas. */
function workOf(a: JsonSchema, b: JsonSchema): number {
  if (typeof a === 'boolean' || typeof b === 'boolean') return 1;
  const [values, others] = [a.enum?.length ?? 1, b.enum?.length ?? 1];
  const [names, otherNames] = [a.required?.length ?? 1, b.required?.length ?? 1];
  return 1 + Math.floor((values * others + names * otherNames) / SHORT);
}

/** The pairs of listed values or names that take as long as one comparison. */
const SHORT = 16;

type AreApart = (a: JsonSchema, b: JsonSchema) => boolean;

function compare(a: JsonSchema, b: JsonSchema, resolve: Resolve, areApart: AreApart): boolean {
  if (a === false || b === false) return true;
  if (typeof a === 'boolean' || typeof b === 'boolean') return false;
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    if (one.$ref !== undefined) {
      const target = targetOf(one, resolve);
      return target !== undefined && areApart(target, other);
    }
    const branches = one.anyOf ?? one.oneOf;
    if (branches !== undefined) return branches.every((branch) => areApart(branch, other));
  }
  return haveNoCommonValue(a, b) || haveNoCommonType(a, b) || haveNoCommonObject(a, b, areApart);
}

function haveNoCommonValue(a: JsonSchemaObject, b: JsonSchemaObject): boolean {
  const ours = listedValues(a);
  const theirs = listedValues(b);
  if (ours === undefined || theirs === undefined) return false;
  return ours.every((one) => !theirs.some((other) => sameJson(one, other)));
}

function haveNoCommonType(a: JsonSchemaObject, b: JsonSchemaObject): boolean {
  const ours = typesOf(a);
  const theirs = typesOf(b);
  if (ours.length === 0 || theirs.length === 0) return false;
  const common = ours.filter((one) => theirs.some((other) => overlap(one, other)));
  if (common.length === 0) return true;
  // Listed values of one side may have types that the other side rejects.
  const values = listedValues(a) ?? listedValues(b);
  const types = listedValues(a) === undefined ? ours : theirs;
  return values?.every((value) => !types.some((type) => fitsType(value, type))) === true;
}

function overlap(a: JsonType, b: JsonType): boolean {
  return a === b || (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');
}

/**
 * Returns whether two objects differ: one requires a property that the other does not have, or
 * whose schemas share no value.
 */
function haveNoCommonObject(a: JsonSchemaObject, b: JsonSchemaObject, areApart: AreApart): boolean {
  const areObjects = [a, b].every((one) => typesOf(one).every((type) => type === 'object'));
  if (!areObjects) return false;
  return lacks(a, b) || lacks(b, a) || (a.required ?? []).some((name) => isOther(name));
  function isOther(name: string): boolean {
    const [ours, theirs] = [ownEntry(a.properties, name), ownEntry(b.properties, name)];
    if (ours === undefined || theirs === undefined || b.required?.includes(name) !== true) return false;
    return areApart(ours, theirs);
  }
}

function lacks(a: JsonSchemaObject, b: JsonSchemaObject): boolean {
  if (b.additionalProperties !== false || b.patternProperties !== undefined) return false;
  return (a.required ?? []).some((name) => ownEntry(b.properties, name) === undefined);
}
