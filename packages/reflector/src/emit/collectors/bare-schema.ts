import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { mapSubschemas, onlyDescribes } from '@haft/schema/internal';

/**
 * Returns a schema without descriptions: only keywords that a value can break, names of parts, and
 * the names of numbers in an enum.
 */
export function bareSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema;
  const said = Object.entries(schema).filter(([keyword, value]) => value !== undefined && !onlyDescribes(keyword));
  const names = memberLines(schema);
  if (names !== undefined) said.push(['description', names]);
  return mapSubschemas(Object.fromEntries(said), (inside) => bareSchema(inside.schema));
}

/** Returns the lines of a description that name the members of a numeric enum: `3 = High`. */
function memberLines({ enum: allowed, description = '' }: JsonSchemaObject): string | undefined {
  if (allowed?.some((one) => typeof one === 'number') !== true) return undefined;
  const lines = description.split('\n').filter((line) => /^-?\d\S* = /.test(line));
  return lines.length === 0 ? undefined : lines.join('\n');
}
