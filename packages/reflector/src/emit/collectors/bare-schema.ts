import type { JsonSchema } from '@haft/schema';
import { mapInside, type AnySchema } from '@haft/schema/standard';

/** A schema without its words: only what a value can break, and what names a part. */
export function bareSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const said = Object.entries(schema).filter(([keyword, value]) => value !== undefined && !WORDS.has(keyword));
  return mapInside(Object.fromEntries(said), (inside) => bareSchema(inside) as AnySchema);
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
