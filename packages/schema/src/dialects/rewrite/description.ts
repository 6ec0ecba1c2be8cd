import type { JsonSchemaObject } from '../../json-schema.js';

type Moved = readonly (readonly [keyword: string, value: unknown])[];

/** The longest list of values in a description, in characters. */
export const LONGEST_LIST = 1000;

/** Moves keywords into the description of a schema: `A name. (minLength=1, format=uri)`. */
export function described(schema: JsonSchemaObject, moved: Moved): JsonSchemaObject {
  if (moved.length === 0) return schema;
  return { ...schema, description: joined(schema.description, descriptionText(moved)) };
}

/** Writes keywords for a description: `(minLength=1, format=uri)`. */
export function descriptionText(moved: Moved): string {
  return `(${moved.map(([keyword, value]) => `${keyword}=${valueText(value)}`).join(', ')})`;
}

/** Joins two parts of a description. */
export function joined(first: string | undefined, second: string | undefined): string {
  return [first, second].filter((text) => text !== undefined && text !== '').join(' ');
}

function valueText(value: unknown): string {
  return typeof value === 'string' && /^[^\s(),="]+$/.test(value) ? value : JSON.stringify(value);
}
