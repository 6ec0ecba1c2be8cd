import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { bareSchema } from './bare-schema.js';

/**
 * A part of a document as a document of its own: without words, with the definitions that it refers to. Undefined where it refers to
 * something else of the document.
 */
export function partText(part: JsonSchema, root: JsonSchemaObject): string | undefined {
  const bare = bareSchema(part);
  const definitions: Record<string, JsonSchema> = {};
  const waiting: JsonSchema[] = [bare];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    for (const reference of referencesOf(one)) {
      const name = nameOf(reference);
      const target = name === undefined || !Object.hasOwn(root.$defs ?? {}, name) ? undefined : root.$defs?.[name];
      if (name === undefined || target === undefined) return undefined;
      if (Object.hasOwn(definitions, name)) continue;
      definitions[name] = bareSchema(target);
      waiting.push(definitions[name]);
    }
  }
  if (typeof bare === 'boolean' || Object.keys(definitions).length === 0) return JSON.stringify(bare);
  return JSON.stringify({ ...bare, $defs: definitions });
}

/** Every text that stands under `$ref`: of a value that looks like one, a definition too many. */
function referencesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === '$ref' && typeof one === 'string' ? [one] : referencesOf(one),
  );
}

function nameOf(reference: string): string | undefined {
  const name = /^#\/\$defs\/([^/~%]+)$/.exec(reference)?.[1];
  return name;
}
