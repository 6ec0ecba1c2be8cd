import type { ToolDefinition } from '@haft/core';
import type { JsonSchema, JsonSchemaObject } from '@haft/schema';

/**
 * Returns a tool without texts that the model reads in the definition of the tool itself: its
 * description, and those of its parameters. Results are described nowhere else.
 *
 * @param isBare - whether the result has no descriptions and long lists of values either
 */
export function briefTool(definition: ToolDefinition, isBare = false): ToolDefinition {
  const { parameters, result } = definition;
  return {
    ...definition,
    description: '',
    parameters: mapped(parameters, bare),
    ...(result !== undefined && { result: mapped(result, isBare ? bareResult : inOneLine) }),
  };
}

function bare({ description: _, default: __, deprecated: ___, ...schema }: JsonSchemaObject): JsonSchemaObject {
  return schema;
}

/** Writes a long list of texts as `string`. */
function bareResult(schema: JsonSchemaObject): JsonSchemaObject {
  const { enum: values, ...rest } = bare(schema);
  if (values === undefined) return rest;
  const isLong = values.every((one) => typeof one === 'string') && values.join('').length > LONGEST_VALUES;
  return isLong ? { ...rest, type: 'string' } : { ...rest, enum: values };
}

const LONGEST_VALUES = 35;

function inOneLine({ default: _, ...schema }: JsonSchemaObject): JsonSchemaObject {
  const { description } = schema;
  return description === undefined ? schema : { ...schema, description: description.replaceAll(/\s*\n\s*/g, ' ') };
}

/** Changes a schema and the schemas in it that have a place in a signature. */
function mapped(schema: JsonSchemaObject, change: (schema: JsonSchemaObject) => JsonSchemaObject): JsonSchemaObject {
  const inside = (one: JsonSchema): JsonSchema => (typeof one === 'boolean' ? one : mapped(one, change));
  const all = (schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> =>
    Object.fromEntries(Object.entries(schemas).map(([key, one]) => [key, inside(one)]));
  const { properties, additionalProperties, items, prefixItems, anyOf, oneOf, allOf, $defs, ...rest } = change(schema);
  return {
    ...rest,
    ...(properties && { properties: all(properties) }),
    ...(additionalProperties !== undefined && { additionalProperties: inside(additionalProperties) }),
    ...(items !== undefined && { items: inside(items) }),
    ...(prefixItems && { prefixItems: prefixItems.map(inside) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
    ...(allOf && { allOf: allOf.map(inside) }),
    ...($defs && { $defs: all($defs) }),
  };
}
