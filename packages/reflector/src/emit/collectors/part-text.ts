import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { definitionName, subschemasOf } from '@haft/schema/internal';
import { bareSchema } from './bare-schema.js';

/**
 * Returns a part of a document as a separate document: without descriptions, with the definitions
 * that it needs. Returns undefined if it refers to something else in the document.
 */
export function partText(part: JsonSchema, root: JsonSchemaObject): string | undefined {
  const bare = bareSchema(part);
  const definitions: Record<string, JsonSchema> = {};
  const waiting: JsonSchema[] = [bare];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one === 'boolean') continue;
    for (const { schema } of subschemasOf(one)) waiting.push(schema);
    if (one.$ref === undefined) continue;
    const name = definitionName(one.$ref);
    const target = name === undefined || !Object.hasOwn(root.$defs ?? {}, name) ? undefined : root.$defs?.[name];
    if (name === undefined || target === undefined) return undefined;
    if (Object.hasOwn(definitions, name)) continue;
    definitions[name] = bareSchema(target);
    waiting.push(definitions[name]);
  }
  if (typeof bare === 'boolean' || Object.keys(definitions).length === 0) return JSON.stringify(bare);
  return JSON.stringify({ ...bare, $defs: definitions });
}
