import type { JsonSchemaObject } from '../../json-schema.js';
import type { Rewrite } from '../dialect-form.js';

type Moved = readonly (readonly [keyword: string, value: unknown])[];

/** The longest list of values in a description, in characters. */
const LONGEST_LIST = 1000;

/** Moves keywords into the description of a schema: `A name. (minLength=1, format=uri)`. */
export function described(schema: JsonSchemaObject, moved: Moved): JsonSchemaObject {
  if (moved.length === 0) return schema;
  return { ...schema, description: joined(schema.description, descriptionText(moved)) };
}

/**
 * Moves listed values into the description of a schema without them, and reports it. Leaves out a
 * list that is too long.
 *
 * @param rewrite - the reason why the target does not list the values
 */
export function withValuesTold(
  schema: JsonSchemaObject,
  values: unknown,
  rewrite: Rewrite,
  report: (rewrite: Rewrite) => void,
): JsonSchemaObject {
  const { reason, ...place } = rewrite;
  const moved = [[rewrite.keyword, values]] as const;
  const to = descriptionText(moved);
  if (to.length > LONGEST_LIST) {
    report({ ...rewrite, loses: 'which values are valid: they are too many for a description' });
    return schema;
  }
  report({ ...place, to, reason: `${reason}: the values are told in the description` });
  return described(schema, moved);
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
