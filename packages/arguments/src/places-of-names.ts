import type { JsonSchema, JsonSchemaObject, Path } from '@haft/schema';
import {
  reachableSchemas,
  resolverOf,
  subschemasOf,
  targetOf,
  type Resolve,
  type Subschema,
} from '@haft/schema/internal';

/** The largest number of steps for a schema. References can expand a small schema without limit. */
const MOST_STEPS = 100_000;
const EVERYTHING: readonly Path[] = [[]];

/**
 * Finds the paths of the properties with one of the names, in any case and at any depth, also
 * through references. `*` means each item or key. A schema with too many paths hides everything.
 *
 * @param names - in lower case
 */
export function placesOfNames(root: JsonSchemaObject, names: ReadonlySet<string>): readonly Path[] {
  const resolve = resolverOf(root);
  const steps = stepsToNames(root, resolve, names);
  const found: Path[] = [];
  let left = MOST_STEPS;
  const waiting: Place[] = [{ schema: root, path: [], outer: undefined, depth: 1 }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    left -= place.depth;
    if (left < 0) return EVERYTHING;
    const { path, depth } = place;
    const again = outerPlaceOf(place);
    if (again !== undefined) {
      // A recursive type has endless paths, so all of its second level is hidden.
      if (again.path.length < path.length) found.push(path);
      continue;
    }
    for (const { schema, key } of steps.get(place.schema) ?? []) {
      const next = key === undefined ? path : [...path, key];
      if (schema === 'hidden') found.push(next);
      else waiting.push({ schema, path: next, outer: place, depth: depth + 1 });
    }
  }
  return found;
}

/** A schema at a path of the value, and the places around it. */
interface Place {
  readonly schema: JsonSchemaObject;
  readonly path: Path;
  readonly outer: Place | undefined;
  readonly depth: number;
}

function outerPlaceOf({ schema, outer }: Place): Place | undefined {
  let one = outer;
  while (one !== undefined && one.schema !== schema) one = one.outer;
  return one;
}

/** A step to a part of a schema. Without a key, the part is about the same value. */
interface Step {
  readonly schema: JsonSchemaObject | 'hidden';
  readonly key?: string;
}

type Steps = ReadonlyMap<JsonSchemaObject, readonly Step[]>;

/** Finds the steps of all schemas that lead to a hidden place. */
function stepsToNames(root: JsonSchemaObject, resolve: Resolve, names: ReadonlySet<string>): Steps {
  const steps = new Map<JsonSchemaObject, readonly Step[]>();
  const sources = new Map<Step['schema'], JsonSchemaObject[]>();
  for (const one of reachableSchemas(root, resolve)) {
    const all = stepsIn(one, resolve, names);
    steps.set(one, all);
    for (const { schema } of all) {
      const known = sources.get(schema);
      if (known === undefined) sources.set(schema, [one]);
      else known.push(one);
    }
  }
  const leading = new Set<Step['schema']>(['hidden']);
  // The loop also visits the schemas that it adds to the set.
  for (const one of leading) for (const source of sources.get(one) ?? []) leading.add(source);
  const kept = [...steps].filter(([one]) => leading.has(one));
  return new Map(kept.map(([one, all]) => [one, all.filter(({ schema }) => leading.has(schema))]));
}

function stepsIn(schema: JsonSchemaObject, resolve: Resolve, names: ReadonlySet<string>): readonly Step[] {
  const inside = subschemasOf(schema).flatMap((one) => stepsInto(one, names));
  const target = targetOf(schema, resolve);
  return target === undefined ? inside : [...inside, ...into(target)];
}

function stepsInto({ schema, relation, keyword, key }: Subschema, names: ReadonlySet<string>): readonly Step[] {
  const name = String(key);
  switch (relation) {
    case 'same':
    case 'asks':
      return into(schema);
    case 'item':
      return into(schema, '*');
    case 'property':
      return names.has(name.toLowerCase()) ? [{ schema: 'hidden', key: name }] : into(schema, name);
    case 'entry':
      return [...into(schema, '*'), ...(keyword === 'patternProperties' ? namesOf(name, names) : [])];
    // A name is not a value, and a definition has no path.
    case 'name':
    case 'definition':
      return [];
  }
}

function into(schema: JsonSchema, key?: string): readonly Step[] {
  if (typeof schema === 'boolean') return [];
  return [key === undefined ? { schema } : { schema, key }];
}

/**
 * Hides all names of a pattern that contains a name, such as `^API_KEY_\d$`. The patterns of
 * `anyDepth` hide a value under the very name, whatever the schema.
 */
function namesOf(pattern: string, names: ReadonlySet<string>): readonly Step[] {
  const spelled = pattern.toLowerCase();
  return [...names].some((name) => spelled.includes(name)) ? [{ schema: 'hidden', key: '*' }] : [];
}
