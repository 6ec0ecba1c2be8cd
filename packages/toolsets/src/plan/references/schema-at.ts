import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { followed, resolverOf, type Resolve } from '@haft/schema/internal';
import { missingText, type PlaceFacts } from './missing-text.js';
import { isPosition } from './value-at.js';

/**
 * The schema of a value in a result. `problem` if no result has the value. Neither if the schema of
 * the result does not say.
 */
export interface FoundSchema {
  readonly schema?: JsonSchemaObject;
  readonly problem?: string;
}

/**
 * Finds the schema of a value in a result. If a schema has several keywords, the answer may allow
 * more values than the schema does, and never fewer.
 */
export function schemaAt(result: JsonSchemaObject, keys: readonly string[]): FoundSchema {
  if (keys.length > DEEPEST) return {};
  const resolve = resolverOf(result);
  let current = branchesOf([result], resolve);
  for (const [depth, key] of keys.entries()) {
    const inside: JsonSchema[] = [];
    for (const branch of current) {
      const child = childOf(branch, key);
      if (child === true) return {};
      inside.push(child);
    }
    const next = branchesOf(inside, resolve);
    if (next.length === 0) return { problem: missingText(keys.slice(0, depth + 1), factsOf(current)) };
    current = next;
  }
  return current.some((branch) => branch === true) ? {} : foundIn(result, current as JsonSchemaObject[], keys);
}

/** A longer path is left to the call. */
const DEEPEST = 64;

/** Returns the schemas that a value may match, without `false`. Looks through unions. */
function branchesOf(schemas: readonly JsonSchema[], resolve: Resolve): readonly JsonSchema[] {
  const seen = new Set<JsonSchema>(schemas.filter((one) => one !== false));
  const branches: JsonSchema[] = [];
  for (const one of seen) {
    const schema = followed(one, resolve);
    const union = typeof schema === 'object' ? (schema.anyOf ?? schema.oneOf) : undefined;
    if (union === undefined) branches.push(schema);
    else for (const branch of union) if (branch !== false) seen.add(branch);
  }
  return branches;
}

/** Returns the schema of a property or an item. `true` if any value is possible. */
function childOf(schema: JsonSchema, key: string): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  if (schema.$ref !== undefined) return true;
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  const asProperty = types === undefined || types.includes('object') ? propertyOf(schema, key) : false;
  const mayBeList = isPosition(key) && (types === undefined || types.includes('array'));
  const asItem = mayBeList ? itemOf(schema, Number(key)) : false;
  if (asProperty === false) return asItem;
  return asItem === false ? asProperty : { anyOf: [asProperty, asItem] };
}

function propertyOf(
  { properties, patternProperties, additionalProperties }: JsonSchemaObject,
  key: string,
): JsonSchema {
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key] ?? true;
  return patternProperties === undefined ? (additionalProperties ?? true) : true;
}

function itemOf({ prefixItems, items, maxItems }: JsonSchemaObject, position: number): JsonSchema {
  if (maxItems !== undefined && position >= maxItems) return false;
  return prefixItems?.[position] ?? items ?? true;
}

/** Describes values for the text about a missing key. */
function factsOf(schemas: readonly JsonSchema[]): PlaceFacts {
  const objects = schemas.filter((one) => typeof one === 'object');
  const names = objects.flatMap(({ properties }) => Object.keys(properties ?? {}));
  if (names.length > 0) return { kind: 'an object', names: [...new Set(names)] };
  const types = [...new Set(objects.flatMap(({ type }) => type ?? []))];
  return { kind: types.length === 0 ? 'another one' : `of the type ${types.join(' or ')}` };
}

function foundIn(root: JsonSchemaObject, found: readonly JsonSchemaObject[], keys: readonly string[]): FoundSchema {
  if (keys.length === 0) return { schema: root };
  const [first, ...others] = found;
  if (first === undefined) return {};
  const schema = others.length === 0 ? first : { anyOf: found };
  // Any other reference has another meaning outside of its document.
  if (FOREIGN_REFERENCE.test(JSON.stringify(schema))) return {};
  return { schema: root.$defs === undefined ? schema : { ...schema, $defs: root.$defs } };
}

const FOREIGN_REFERENCE = /"\$ref":"(?!#\/\$defs\/)/;
