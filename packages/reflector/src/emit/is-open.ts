import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { resolverOf, targetOf, type Resolve } from '@haft/schema/internal';
import { typesOf } from './predicates/type.js';

/**
 * Returns whether part of the schema allows any depth or any names: `unknown`, a record, recursion.
 * A closed type bounds depth and names, so its arguments need no check of limits.
 */
export function isOpen(root: JsonSchema): boolean {
  return new Openness(root).of(root, []);
}

class Openness {
  /** Schemas that are certainly bounded, wherever they are. Shared definitions are visited once. */
  private readonly bounded = new Set<JsonSchema>();

  private readonly resolve: Resolve;

  constructor(root: JsonSchema) {
    this.resolve = resolverOf(root);
  }

  of(schema: JsonSchema, above: readonly JsonSchema[]): boolean {
    if (typeof schema === 'boolean') return schema;
    if (above.includes(schema)) return true;
    if (this.bounded.has(schema)) return false;
    const open = this.opens(schema, (one) => this.of(one, [...above, schema]));
    if (!open) this.bounded.add(schema);
    return open;
  }

  private opens(schema: JsonSchemaObject, inside: (one: JsonSchema) => boolean): boolean {
    if (schema.const !== undefined || schema.enum !== undefined) return false;
    // One bound is enough, because the other keywords can only narrow it.
    if (schema.$ref !== undefined) return inside(targetOf(schema, this.resolve) ?? true);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined && schema.type === undefined) return branches.some(inside);
    if (schema.allOf?.some((one) => !inside(one)) === true) return false;
    const types = typesOf(schema);
    if (types.length === 0) return true;
    return (
      (types.includes('object') && opensObject(schema, inside)) ||
      (types.includes('array') && opensArray(schema, inside))
    );
  }
}

function opensObject(schema: JsonSchemaObject, inside: (one: JsonSchema) => boolean): boolean {
  if (schema.additionalProperties !== false || schema.patternProperties !== undefined) return true;
  return Object.values(schema.properties ?? {}).some(inside);
}

function opensArray(schema: JsonSchemaObject, inside: (one: JsonSchema) => boolean): boolean {
  return [...(schema.prefixItems ?? []), schema.items ?? true].some(inside);
}
