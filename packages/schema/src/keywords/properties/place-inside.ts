import type { SchemaNode } from '../../check/schema-node.js';
import { nearest } from '../../strings/nearest.js';
import { pathText } from '../../strings/path-text.js';
import { isObject } from '../../values/is-object.js';
import { ownValue, type JsonObject } from '../../values/own-value.js';
import type { DeclaredNames } from './report-names.js';

/** The deepest inner objects whose names are compared. */
const DEEPEST = 3;
/** The largest number of compared names. */
const MOST_NAMES = 500;

/** A name of an inner object that the value does not have. */
interface Place {
  readonly name: string;
  readonly path: readonly string[];
  readonly node: SchemaNode;
}

interface PlaceWithValue extends Place {
  readonly value: unknown;
}

/**
 * Returns the only place in an inner object that an undeclared name means: `shape.kind`. The same
 * name is more probable than a near one, and an outer object than one inside of it.
 *
 * @param isProbable - returns whether the value may be at a place
 */
export function placeInside(
  key: string,
  parent: JsonObject,
  declared: DeclaredNames,
  isProbable: (node: SchemaNode) => boolean,
): string | undefined {
  const levels = freePlaces(parent, declared);
  for (const places of levels) {
    const same = places.filter(({ name }) => name === key);
    if (same.length > 0) return textOfOnly(same);
  }
  for (const places of levels) {
    const names = places.map(({ name }) => name);
    const meant = nearest(key, names, (one) => places.some(({ name, node }) => name === one && isProbable(node)));
    if (meant !== undefined) return textOfOnly(places.filter(({ name }) => name === meant));
  }
  return undefined;
}

function textOfOnly(places: readonly Place[]): string | undefined {
  const [only, ...more] = new Set(places.map(({ path }) => pathText(path)));
  return more.length === 0 ? only : undefined;
}

/** Returns the places of inner objects that have no value, by the depth of the object. */
function freePlaces(parent: JsonObject, declared: DeclaredNames): readonly (readonly Place[])[] {
  const levels: Place[][] = [];
  let count = 0;
  let outer: readonly PlaceWithValue[] = [...declared].map(([name, node]) => ({
    ...{ name, path: [name], node },
    value: ownValue(parent, name),
  }));
  for (let depth = 0; depth < DEEPEST && outer.length > 0; depth++) {
    const inner = outer.flatMap(({ path, node, value }) =>
      value === undefined || isObject(value) ? propertiesOf(node, path, value) : [],
    );
    levels.push(inner.filter(({ value }) => value === undefined).slice(0, MOST_NAMES - count));
    count += inner.length;
    if (count >= MOST_NAMES) break;
    outer = inner;
  }
  return levels;
}

function propertiesOf(
  node: SchemaNode,
  around: readonly string[],
  object: JsonObject | undefined,
): readonly PlaceWithValue[] {
  return branchesOf(node).flatMap(({ schema, source }) => {
    const properties = typeof schema === 'object' ? Object.entries(schema.properties ?? {}) : [];
    return properties.map(([name, one]) => ({
      name,
      path: [...around, name],
      node: source.nodeOf(one),
      value: object === undefined ? undefined : ownValue(object, name),
    }));
  });
}

/** Returns the branches of a union, or else the schema itself. */
export function branchesOf({ target }: SchemaNode): readonly SchemaNode[] {
  const { schema, source } = target;
  const branches = typeof schema === 'object' ? (schema.anyOf ?? schema.oneOf) : undefined;
  return branches === undefined ? [target] : branches.map((one) => source.nodeOf(one).target);
}
