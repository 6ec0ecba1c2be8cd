import type { JsonSchemaObject } from '../../json-schema.js';
import { keywordOf } from '../../keywords/keyword-of.js';

/** Returns whether a keyword does not check values. */
export function isAnnotation(keyword: string): boolean {
  return keywordOf(keyword)?.isAnnotation === true;
}

/** Returns the keywords of a schema that do not check values. */
export function annotationsOf(schema: JsonSchemaObject): JsonSchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)));
}

/** Returns the keywords of a schema that may check values. */
export function assertionsOf(schema: JsonSchemaObject): JsonSchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}
