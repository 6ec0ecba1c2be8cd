import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, toolset, type AnyToolset } from '@haft/runtime';
import { exampleOf, type JsonSchemaObject } from '@haft/schema';
import { workspaceModel } from '../../../reflector/test/support/workspace-model.js';

const TYPES = join(import.meta.dirname, '../../../reflector/test/fixtures/types');

/** A tool of a reflector fixture: its name, its arguments and its results. */
export interface FixtureTool {
  readonly name: string;
  readonly parameters: JsonSchemaObject;
  readonly result: JsonSchemaObject | undefined;
}

/**
 * A tool for each kind of type that the build reads, and those of a project. Each has a name of its
 * own.
 */
export function fixtureTools(): readonly FixtureTool[] {
  const ofModel = workspaceModel().toolsets.flatMap(({ tools }) =>
    tools.map(({ name, arguments: { schema }, result }) => ({
      name,
      parameters: schema as JsonSchemaObject,
      result: result?.schema as JsonSchemaObject | undefined,
    })),
  );
  return [...ofTypes(), ...ofModel].map((tool, index) => ({ ...tool, name: `t${index}_${tool.name}`.slice(0, 64) }));
}

function ofTypes(): FixtureTool[] {
  const folders = readdirSync(TYPES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => {
    const written = JSON.parse(readFileSync(join(TYPES, name, 'schema.json'), 'utf8')) as Written;
    return { name: name.replaceAll('-', '_'), parameters: written.arguments, result: written.result };
  });
}

interface Written {
  readonly arguments: JsonSchemaObject;
  readonly result?: JsonSchemaObject;
}

/**
 * Returns tools that accept the arguments of the fixtures and return an example of their results.
 * Without a result, they return an example of the arguments.
 */
export function fixtureToolset(tools: readonly FixtureTool[]): AnyToolset {
  return toolset(
    'fixtures',
    tools.map(({ name, parameters, result = parameters }) =>
      defineTool({ name, description: `Does ${name}.`, parameters, result, execute: () => exampleOf(result) }),
    ),
  );
}
