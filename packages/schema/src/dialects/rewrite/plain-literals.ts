import type { Path } from '../../issues/issue.js';
import type { JsonSchemaObject, JsonType, JsonValue } from '../../json-schema.js';
import { withValuesTold } from './description.js';
import { asJson } from './part.js';
import type { Rewriter } from './rewriter.js';
import { typesOf } from './types-of.js';

/**
 * Writes listed values with their type and as `enum`. Moves lists that the target does not take
 * into the description: those with the empty text, booleans and objects.
 */
export function plainLiterals(
  schema: JsonSchemaObject,
  path: Path,
  { title, report }: { readonly title: string; readonly report: Rewriter['report'] },
): JsonSchemaObject {
  const { const: only, enum: listed, type: _type, ...rest } = schema;
  const values = only === undefined ? listed : [only];
  if (values === undefined) return schema;
  const isTaken = values.every(isTakenValue);
  if (only === undefined && isTaken && schema.type !== undefined) return schema;
  const keyword = only === undefined ? 'enum' : 'const';
  const from = only === undefined ? asJson(listed) : only;
  const typed: JsonSchemaObject = { type: oneOrMore(typesOf(schema)), ...rest };
  if (isTaken) {
    report({ path, keyword, from, to: asJson(values), reason: `${title} wants a list of values with a type` });
    return { ...typed, enum: values };
  }
  const reason = `${title} lists only numbers and texts with a character`;
  return withValuesTold(typed, from, { path, keyword, from, reason }, report);
}

function isTakenValue(value: JsonValue): boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'number' || value === null;
}

function oneOrMore(types: readonly JsonType[]): JsonType | readonly JsonType[] {
  const [first] = types;
  return types.length === 1 && first !== undefined ? first : types;
}
