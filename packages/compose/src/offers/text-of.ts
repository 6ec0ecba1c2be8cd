import type { JsonValue } from '@haft/schema';

/** Returns the text that stands for a value of a schema, in a URI or in an argument of a prompt. */
export function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
