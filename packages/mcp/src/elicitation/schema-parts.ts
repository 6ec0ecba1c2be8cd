import type { JsonSchema, JsonSchemaObject } from '@haft/schema';

/** Whether a schema says something. */
export function isSchemaObject(schema: JsonSchema | undefined): schema is JsonSchemaObject {
  return typeof schema === 'object';
}

/** What a person reads of a field. */
export function textsOf({ title, description }: JsonSchemaObject): object {
  return only({ title, description }, 'string');
}

/** Those of some keywords that are of a type. */
export function only(keywords: Readonly<Record<string, unknown>>, type: 'string' | 'number' | 'boolean'): object {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => typeof value === type));
}
