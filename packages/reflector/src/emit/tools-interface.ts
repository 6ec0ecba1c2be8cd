import type { ProjectModel } from '../model.js';
import type { ImportList } from './import-list.js';
import { propertyKey } from './literal.js';

/** The lines of `export interface Tools`: the wire types of each tool, and the class that has it. */
export function toolsInterface({ toolsets }: Pick<ProjectModel, 'toolsets'>, imports: ImportList): readonly string[] {
  const lines = toolsets.flatMap((toolset) =>
    toolset.tools.map((tool) => {
      const result = tool.result?.wireType ?? 'unknown';
      const members = `arguments: ${tool.arguments.wireType}; result: ${result}; toolset: ${imports.class(toolset.class)}`;
      return `  ${propertyKey(tool.name)}: { ${members} };`;
    }),
  );
  return [
    '/** The tools by name: what `run.call` takes and gives, as JSON. */',
    'export interface Tools {',
    ...lines,
    '}',
  ];
}
