import type { JsonSchema, JsonSchemaObject, JsonValue } from '@haft/schema';

/** A value that can be in a `case`. */
export type Tag = string | number | boolean;

/**
 * Returns the tag values of each branch, if the tag alone tells the branches apart: every branch is
 * an object that requires the property, with a constant or an enum, and no value is in two
 * branches. Otherwise returns undefined.
 */
export function tagsOf(
  branches: readonly JsonSchema[],
  property: string,
  resolve: (schema: JsonSchema) => JsonSchema | undefined,
): readonly (readonly Tag[])[] | undefined {
  const seen = new Set<JsonValue>();
  const tags: (readonly Tag[])[] = [];
  for (const branch of branches) {
    const own = tagsOfBranch(resolve(branch), property);
    if (own === undefined || own.some((one) => seen.has(one))) return undefined;
    for (const one of own) seen.add(one);
    tags.push(own);
  }
  return tags;
}

function tagsOfBranch(branch: JsonSchema | undefined, property: string): readonly Tag[] | undefined {
  if (typeof branch !== 'object' || branch.type !== 'object' || branch.required?.includes(property) !== true)
    return undefined;
  if (branch.properties === undefined || !Object.hasOwn(branch.properties, property)) return undefined;
  const schema = branch.properties[property];
  if (typeof schema !== 'object') return undefined;
  const values = constants(schema);
  return values?.every(isTag) === true ? values : undefined;
}

function constants({ const: only, enum: list }: JsonSchemaObject): readonly JsonValue[] | undefined {
  return only === undefined ? list : [only];
}

function isTag(value: JsonValue): value is Tag {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
