import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { visibleText } from './visible-text.js';

/** Returns whether a schema is an object. */
export function isSchemaObject(schema: JsonSchema | undefined): schema is JsonSchemaObject {
  return typeof schema === 'object';
}

/**
 * Returns the texts of a field for people. A form has no place for examples, so the description
 * lists them. A model may have written these texts.
 */
export function textsOf({ title, description, examples = [] }: JsonSchemaObject): object {
  const listed = examples.filter((example) => typeof example === 'string').join(', ');
  const texts = [description, listed === '' ? undefined : `Examples: ${listed}`].filter((text) => text !== undefined);
  return {
    ...(title === undefined ? {} : { title: visibleText(title) }),
    ...(texts.length === 0 ? {} : { description: visibleText(texts.join('\n')) }),
  };
}

/** Returns the keywords whose values have a type. */
export function only(keywords: Readonly<Record<string, unknown>>, type: 'string' | 'number' | 'boolean'): object {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => typeof value === type));
}
