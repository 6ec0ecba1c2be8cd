import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';
import type { ProjectModel } from '../../../reflector/src/model.js';
import { readProject } from '../../../reflector/src/read-project.js';
import { workspaceModel } from '../../../reflector/test/support/workspace-model.js';
import { definition } from './definition.js';

const FIXTURES = join(import.meta.dirname, '../../../reflector/test/fixtures');

/**
 * The tools of all fixtures of the reflector: those of types with the schema that is expected
 * there, the others as it reads them.
 */
export function fixtureDefinitions(): readonly ToolDefinition[] {
  return (known ??= Object.freeze([...ofTypes(), ...ofModel(workspaceModel()), ...ofModel(typeSchemaModel())]));
}

let known: readonly ToolDefinition[] | undefined;

function ofTypes(): readonly ToolDefinition[] {
  const folders = readdirSync(join(FIXTURES, 'types'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => {
    const text = readFileSync(join(FIXTURES, 'types', name, 'schema.json'), 'utf8');
    const { arguments: parameters } = JSON.parse(text) as { readonly arguments: JsonSchemaObject };
    return definition(name.replaceAll('-', '_'), { parameters, description: `Takes ${name}.` });
  });
}

/** The suite of typescript-json-schema. */
function typeSchemaModel(): ProjectModel {
  const folder = join(FIXTURES, 'type-schema');
  const out = join(folder, 'src/toolsets.gen.ts');
  return readProject({ tsconfig: join(folder, 'tsconfig.json'), out, strict: false }).model;
}

function ofModel({ toolsets }: ProjectModel): readonly ToolDefinition[] {
  return toolsets.flatMap(({ tools }) =>
    tools.map(({ name, description, arguments: { schema } }) =>
      definition(name, { description, parameters: schema as JsonSchemaObject }),
    ),
  );
}
