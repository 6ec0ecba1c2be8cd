import type { ProjectModel, ToolModel } from '../model.js';
import type { ImportList } from './import-list.js';
import { propertyKey } from './literal.js';

/** Returns the lines of `export interface Tools`: the wire types of each tool, and its class. */
export function toolsInterface(
  { toolsets, functions }: Pick<ProjectModel, 'toolsets' | 'functions'>,
  imports: ImportList,
): readonly string[] {
  const methods = toolsets.flatMap((toolset) =>
    toolset.tools.map((tool) => toolLine(tool, [`toolset: ${imports.class(toolset.class)}`])),
  );
  return [
    '/** The tools by name: what `run.call` takes and gives, as JSON. */',
    'export interface Tools {',
    ...methods,
    ...functions.map(({ tool }) => toolLine(tool)),
    '}',
  ];
}

function toolLine(tool: ToolModel, more: readonly string[] = []): string {
  const members = [`arguments: ${tool.arguments.wireType}`, `result: ${tool.result?.wireType ?? 'unknown'}`, ...more];
  return `  ${propertyKey(tool.name)}: { ${members.join('; ')} };`;
}
