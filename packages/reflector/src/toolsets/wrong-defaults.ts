import { collectIssues, type Issue, type JsonSchema, type JsonSchemaObject } from '@haft/schema';

/** A default that its own schema rejects. */
export interface WrongDefault {
  readonly name: string;
  readonly issue: Issue;
}

/**
 * Returns all defaults in a schema that break it. Haft would apply such a value, but no model could
 * send it.
 */
export function wrongDefaults(root: JsonSchemaObject): readonly WrongDefault[] {
  const found: WrongDefault[] = [];
  const seen = new Set<JsonSchemaObject>();
  const visit = (schema: JsonSchema | undefined, name: string): void => {
    if (schema === undefined || typeof schema === 'boolean' || seen.has(schema)) return;
    seen.add(schema);
    const [issue] = schema.default === undefined ? [] : collectIssues(schema, schema.default, { root });
    if (issue !== undefined) found.push({ name, issue });
    for (const [inner, one] of Object.entries(schema.properties ?? {})) visit(one, inner);
    for (const [inner, one] of Object.entries(schema.$defs ?? {})) visit(one, inner);
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.prefixItems ?? [])])
      visit(one, name);
    visit(schema.items, name);
    visit(schema.additionalProperties, name);
  };
  visit(root, 'the arguments');
  return found;
}
