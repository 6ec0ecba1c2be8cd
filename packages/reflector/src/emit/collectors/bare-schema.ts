import type { JsonSchema } from '@haft/schema';

/** A schema without its words: only what a value can break, and what names a part. */
export function bareSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => value !== undefined && !WORDS.has(keyword))
      .map(([keyword, value]) => [keyword, bare(keyword, value)]),
  );
}

const WORDS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentMediaType',
]);

/** Where schemas stand in a schema; everything else is a value of its own. */
const SCHEMAS: ReadonlySet<string> = new Set([
  ...['not', 'if', 'then', 'else', 'additionalProperties', 'propertyNames', 'items', 'contains'],
]);
const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const RECORDS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);

function bare(keyword: string, value: unknown): unknown {
  if (SCHEMAS.has(keyword)) return bareSchema(value as JsonSchema);
  if (LISTS.has(keyword)) return (value as readonly JsonSchema[]).map(bareSchema);
  if (!RECORDS.has(keyword)) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, JsonSchema>).map(([key, one]) => [key, bareSchema(one)]),
  );
}
