import type { JsonSchema, JsonSchemaObject } from '../json-schema.js';
import { resolverOf } from './resolve.js';
import { reachableSchemas } from './visit.js';

/**
 * Returns the schema of arguments in which some parameters are references: `{ $ref }` in place of
 * the value. Leaves out definitions that nothing needs then.
 *
 * @param types - the types of the values, by parameter
 */
export function withReferences(schema: JsonSchemaObject, types: Readonly<Record<string, string>>): JsonSchemaObject {
  const { $defs, ...rest } = schema;
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, one]) => {
      const type = Object.hasOwn(types, name) ? types[name] : undefined;
      return [name, type === undefined ? one : referenceTo(type, one)] as const;
    }),
  );
  const changed: JsonSchemaObject = { ...rest, properties };
  if ($defs === undefined) return changed;
  const whole: JsonSchemaObject = { ...changed, $defs };
  const used = reachableSchemas(whole, resolverOf(whole));
  const left = Object.entries($defs).filter(([, one]) => typeof one === 'object' && used.has(one));
  return left.length === 0 ? changed : { ...changed, $defs: Object.fromEntries(left) };
}

function referenceTo(type: string, value: JsonSchema): JsonSchemaObject {
  const own = typeof value === 'object' && value.description !== undefined ? `${value.description} ` : '';
  return {
    type: 'object',
    properties: { $ref: { type: 'string' } },
    required: ['$ref'],
    additionalProperties: false,
    description: `${own}A reference to ${type} from the result of another tool.`,
  };
}

/** Returns the schema of a reference in a result. */
export function referenceSchema(type: string, description?: string): JsonSchemaObject {
  return {
    type: 'object',
    properties: { $ref: { type: 'string' }, type: { const: type }, preview: { type: 'string' } },
    required: ['$ref', 'type', 'preview'],
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  };
}

/** Returns whether a schema is of a reference in a result. */
export function isReferenceSchema({ properties = {}, required = [] }: JsonSchemaObject): boolean {
  return Object.hasOwn(properties, '$ref') && ['$ref', 'type', 'preview'].every((name) => required.includes(name));
}
