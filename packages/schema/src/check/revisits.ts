import { kindsOf, KIND } from '../values/json-kind.js';
import { implicitDiscriminator, tellsApart } from '../keywords/unions/branch-table.js';
import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { followed, type Resolve } from '../references/resolve.js';
import { isRecursive, reachableSchemas } from '../references/visit.js';

/**
 * Returns whether a check can visit one part of a value several times, and the parts inside it
 * several times again. Without a memory of its answers, its time is exponential in the depth.
 *
 * @param readsTags - whether the check selects the branch of a union by a distinguishing property:
 *   `always`, or only if the schema has a `discriminator` (`named`)
 */
export function revisits(schema: JsonSchemaObject, resolve: Resolve, readsTags: 'always' | 'named'): boolean {
  if (!isRecursive(schema, resolve)) return false;
  return [...reachableSchemas(schema, resolve)].some((one) => isAmbiguous(one, resolve, readsTags));
}

/** Returns whether two schemas inside this one may both check the parts of the same value. */
function isAmbiguous(schema: JsonSchemaObject, resolve: Resolve, readsTags: 'always' | 'named'): boolean {
  const { $ref, properties, allOf, anyOf, oneOf, not, if: test, contains, patternProperties } = schema;
  if ([not, test, contains, patternProperties, allOf].some((one) => one !== undefined)) return true;
  if ([$ref, properties, anyOf, oneOf].filter((one) => one !== undefined).length > 1) return true;
  const branches = (anyOf ?? oneOf ?? []).map((one) => followed(one, resolve));
  if (lookingInto(branches, KIND.array).length > 1) return true;
  const objects = lookingInto(branches, KIND.object);
  if (objects.length < 2) return false;
  if (readsTags === 'named' && (schema.discriminator === undefined || oneOf === undefined)) return true;
  return !areTagged(objects, schema.discriminator?.propertyName);
}

/** Returns the branches that may accept a value of a kind. */
function lookingInto(branches: readonly JsonSchema[], kind: number): readonly JsonSchema[] {
  return branches.filter((one) => {
    if (typeof one === 'boolean') return false;
    const kinds = kindsOf(one.type);
    return kinds === 0 || (kinds & kind) !== 0;
  });
}

/** Returns whether a property that all branches require distinguishes them. */
function areTagged(branches: readonly JsonSchema[], named: string | undefined): boolean {
  const wrapped = branches.map((schema) => ({ schema }));
  const tag = named ?? implicitDiscriminator(wrapped);
  if (tag === undefined || !tellsApart(wrapped, tag)) return false;
  return branches.every((one) => typeof one === 'object' && one.required?.includes(tag) === true);
}
