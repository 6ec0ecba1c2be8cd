import type { JsonSchemaObject } from '../json-schema.js';
import { codePointLength } from '../strings/code-points.js';
import type { TextKind } from '../strings/text-kinds.js';

/** Describes a kind of texts with its example, unless the schema does not allow its length. */
export function withExample(
  { phrase, example }: TextKind,
  { minLength = 0, maxLength = Infinity }: JsonSchemaObject,
): string {
  if (example === undefined) return phrase;
  const length = codePointLength(example);
  return length < minLength || length > maxLength ? phrase : `${phrase} like ${JSON.stringify(example)}`;
}
