import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { visibleText } from './visible-text.js';

/** Returns whether a schema is an object. */
export function isSchemaObject(schema: JsonSchema | undefined): schema is JsonSchemaObject {
  return typeof schema === 'object';
}

/**
 * Returns the texts of a field for people. A form has no place for examples, so the description
 * lists them. A model may have written these texts.
 *
 * @param rules - sentences for the end of the description
 */
export function textsOf(
  { title, description, examples = [] }: JsonSchemaObject,
  rules: readonly string[] = [],
): object {
  const listed = examples
    .map((example) => (typeof example === 'string' ? example : JSON.stringify(example)))
    .join(', ');
  const shown = [description, listed === '' ? undefined : `Examples: ${listed}`].filter((text) => text !== undefined);
  const texts = [...shown, ...rules];
  return {
    ...(title === undefined ? {} : { title: visibleText(title) }),
    ...(texts.length === 0 ? {} : { description: visibleText(texts.join('\n')) }),
  };
}

/** Returns the keywords whose values have a type. */
export function only(keywords: Readonly<Record<string, unknown>>, type: 'string' | 'number' | 'boolean'): object {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => typeof value === type));
}
