import type { JsonSchema, JsonSchemaObject, JsonType } from '../json-schema.js';
import type { NestedPhrases } from '../keywords/keyword.js';
import { checkTable, keywordsIn, keywordTable } from '../keywords/table.js';
import type { Resolve } from '../references/resolve.js';
import { ANY_VALUE } from '../strings/any-value.js';
import { joinedByOr } from '../strings/joined-by-or.js';
import { nullFirst } from '../strings/null-first.js';

/** The deepest nested schema with a phrase. Deeper phrases would hide the rest of the text. */
const DEEPEST = 8;
/** The deepest list or map whose phrase describes its values. */
const DEEPEST_LIST = 2;

/**
 * Describes the values that a schema accepts as a noun phrase of its type and bounds: `an integer
 * from 1 to 100`.
 */
export function phraseOf(schema: JsonSchema, resolve: Resolve, depth = 0): string {
  if (schema === true) return ANY_VALUE;
  if (schema === false) return 'nothing';
  const checks = keywordsIn(schema, checkTable());
  const nested = { resolve, phraseOf: (one: JsonSchema) => phraseOf(one, resolve, depth + 1) };
  const isNested = depth <= DEEPEST && schema.type === undefined;
  for (const [, { phrase }] of checks) {
    const text = phrase?.(schema, isNested ? nested : undefined);
    if (text !== undefined) return text;
  }
  const types =
    schema.type === undefined ? impliedTypes(checks.map(([, { implies }]) => implies)) : [schema.type].flat();
  if (types.length === 0) return ANY_VALUE;
  const inside = depth <= DEEPEST_LIST ? nested : undefined;
  return joinedByOr(nullFirst(types.map((type) => phraseOfType(type, schema, inside))));
}

/** Returns the type that the keywords of a schema without `type` imply. */
function impliedTypes(implied: readonly (JsonType | undefined)[]): readonly JsonType[] {
  return (['object', 'array', 'string', 'number'] as const).filter((type) => implied.includes(type)).slice(0, 1);
}

const NOUNS: Readonly<Record<JsonType, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  null: 'null',
  array: 'an array',
  object: 'an object',
};

function phraseOfType(type: JsonType, schema: JsonSchemaObject, nested: NestedPhrases | undefined): string {
  const about = keywordsIn(schema, checkTable()).filter(
    ([keyword]) => keywordTable()[keyword].types?.includes(type) === true,
  );
  // Keywords of one module share a function.
  const parts = new Set(about.flatMap(([, { part }]) => part ?? []));
  return [...parts].reduce((phrase, part) => part(phrase, schema, type, nested), NOUNS[type]);
}
