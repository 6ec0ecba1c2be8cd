import type { JsonSchema } from '../json-schema.js';

/** Follows `#/$defs/Name`; other references stay as they are and are compared by their text. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let current = schema;
  for (let hops = 0; hops < 20; hops++) {
    if (typeof current === 'boolean' || current.$ref === undefined || typeof root === 'boolean') return current;
    const name = /^#\/\$defs\/([^/]+)$/.exec(current.$ref)?.[1];
    const target =
      name === undefined
        ? undefined
        : ownSchema(root.$defs ?? {}, decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
    if (target === undefined) return current;
    current = target;
  }
  return current;
}

/** The schema under a name, and nothing that only a prototype has. */
export function ownSchema(properties: Readonly<Record<string, JsonSchema>>, name: string): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
