import { compareSchemas } from './compare-schemas.js';
import { compareSensitive } from './compare-sensitive.js';
import type { ComparedDefinition, ComparedInput, DefinitionChange } from './definition-change.js';
import { schemaChange } from './schema-change.js';
import { toolChange } from './tool-change.js';

/**
 * Compares the values that the user supplies. A call asks for them even if all are optional, so the
 * first one is breaking: a host that cannot ask gets no result. Without the last one, the user no
 * longer decides.
 */
export function compareInput(
  { name, input: before }: ComparedDefinition,
  { input: after }: ComparedDefinition,
): readonly DefinitionChange[] {
  if (before !== undefined && after !== undefined) {
    return [
      ...compareSensitive(name, 'input', before.sensitive, after.sensitive),
      ...compareSchemas(before.schema, after.schema).map((one) => schemaChange(name, 'input', one)),
    ];
  }
  if (after !== undefined) return [toolChange(name, 'breaking', `calls ask the user for ${valuesOf(after)} now`)];
  if (before === undefined) return [];
  return [toolChange(name, 'breaking', `calls no longer ask the user for ${valuesOf(before)}`)];
}

function valuesOf({ schema }: ComparedInput): string {
  const names = typeof schema === 'object' ? Object.keys(schema.properties ?? {}) : [];
  return names.length === 0 ? 'values' : names.join(', ');
}
