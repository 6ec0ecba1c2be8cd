import type { JsonSchema, JsonSchemaObject } from '@haft/schema';

/** Returns whether a schema is an object. */
export function isSchemaObject(schema: JsonSchema | undefined): schema is JsonSchemaObject {
  return typeof schema === 'object';
}

/** Returns the texts of a field for people. */
export function textsOf({ title, description }: JsonSchemaObject): object {
  return only({ title, description }, 'string');
}

/** Returns the keywords whose values have a type. */
export function only(keywords: Readonly<Record<string, unknown>>, type: 'string' | 'number' | 'boolean'): object {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => typeof value === type));
}
