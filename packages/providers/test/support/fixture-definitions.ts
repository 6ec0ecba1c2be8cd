import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';

const FIXTURES = join(import.meta.dirname, '../../../reflector/test/fixtures/types');

/** A tool for every fixture of the reflector, with the schema that is expected there. */
export function fixtureDefinitions(): readonly ToolDefinition[] {
  const folders = readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.freeze(folders.map(({ name }) => definitionOf(name)).sort((a, b) => (a.name < b.name ? -1 : 1)));
}

function definitionOf(fixture: string): ToolDefinition {
  const text = readFileSync(join(FIXTURES, fixture, 'schema.json'), 'utf8');
  const { arguments: parameters } = JSON.parse(text) as { readonly arguments: JsonSchemaObject };
  return definition(fixture.replaceAll('-', '_'), { parameters, description: `Takes ${fixture}.` });
}

/** A definition; what is not given does not matter. */
export function definition(name: string, facts: Partial<ToolDefinition> = {}): ToolDefinition {
  const parameters: JsonSchemaObject = facts.parameters ?? {
    type: 'object',
    properties: {},
    additionalProperties: false,
  };
  const fingerprint = fingerprintOf(name, '0', parameters);
  return { name, description: `Does ${name}.`, toolset: 'tools', version: '0', fingerprint, ...facts, parameters };
}
