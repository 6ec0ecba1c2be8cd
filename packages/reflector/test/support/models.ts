import type { JsonSchemaObject } from '@haft/schema';
import type { ClassReference, ProjectModel, Revival, ToolModel, ToolsetModel, TypeModel } from '../../src/model.js';

/** A class of a file of a pretended project. */
export function classOf(name: string, file = `${name.toLowerCase()}.ts`, root = '/project'): ClassReference {
  return { exportName: name, name, from: { file: `${root}/src/${file}` } };
}

/** Returns a type without TypeScript: a schema, and the revivals of its parts. */
export function typeOf(
  schema: JsonSchemaObject,
  revivals: readonly (readonly [JsonSchemaObject, Revival])[] = [],
): TypeModel {
  return { schema, revivals: new Map(revivals), wireType: 'object' };
}

/** A tool with one object parameter, unless said otherwise. */
export function toolOf(name: string, type: TypeModel, more: Partial<ToolModel> = {}): ToolModel {
  return {
    name,
    method: name,
    version: '1',
    description: `The tool ${name}.`,
    aliases: [],
    parameters: [{ kind: 'model', name: 'input', optional: false }],
    single: true,
    arguments: type,
    examples: [],
    sensitive: [],
    ...more,
  };
}

/** A project of one toolset. */
export function projectOf(tools: readonly ToolModel[], more: Partial<ToolsetModel> = {}): ProjectModel {
  const toolset: ToolsetModel = {
    class: classOf('TestToolset'),
    dependencies: [],
    properties: {},
    name: 'test',
    source: 'src/testtoolset.ts',
    tools,
    ...more,
  };
  return {
    toolsets: [toolset],
    services: [],
    functions: [],
    runtimeModule: '@haft/core',
    importStyle: '.js',
    lazyImport: 'import',
  };
}
