import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { resolvePointer } from './predicates/resolve-pointer.js';
import { typesOf } from './predicates/type.js';

/**
 * Some part of the schema takes any depth or any names: `unknown`, a record, recursion. A closed type bounds depth and
 * names by itself, so that its arguments need no walk for limits.
 */
export function isOpen(root: JsonSchema): boolean {
  return opens(root, root, []);
}

function opens(schema: JsonSchema, root: JsonSchema, path: readonly JsonSchema[]): boolean {
  if (schema === true) return true;
  if (schema === false) return false;
  if (path.includes(schema)) return true;
  const inside = (one: JsonSchema): boolean => opens(one, root, [...path, schema]);
  if (schema.const !== undefined || schema.enum !== undefined) return false;
  // What bounds the value is enough; the other keywords can only narrow it.
  if (schema.$ref !== undefined) return inside(resolvePointer(root, schema.$ref) ?? true);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined && schema.type === undefined) return branches.some(inside);
  if (schema.allOf?.some((one) => !inside(one)) === true) return false;
  const types = typesOf(schema);
  if (types.length === 0) return true;
  return (
    (types.includes('object') && opensObject(schema, inside)) || (types.includes('array') && opensArray(schema, inside))
  );
}

function opensObject(schema: JsonSchemaObject, inside: (one: JsonSchema) => boolean): boolean {
  if (schema.additionalProperties !== false || schema.patternProperties !== undefined) return true;
  return Object.values(schema.properties ?? {}).some(inside);
}

function opensArray(schema: JsonSchemaObject, inside: (one: JsonSchema) => boolean): boolean {
  return [...(schema.prefixItems ?? []), schema.items ?? true].some(inside);
}
