import { definitionsOf, type ProjectModel, type ToolModel, type ValueForm } from '../model.js';
import type { ImportList } from './import-list.js';
import { propertyKey, quote } from './literal.js';

/**
 * Returns the lines of `export interface Tools`: for each tool, the types of its arguments and
 * result as JSON, the type of the value of a success, its class, and whether it reads `run.deps`.
 */
export function toolsInterface(
  { toolsets, functions }: Pick<ProjectModel, 'toolsets' | 'functions'>,
  imports: ImportList,
): readonly string[] {
  const methods = toolsets.flatMap((toolset) => {
    const owner = imports.class(toolset.class);
    return toolset.tools.map((tool) => {
      const value = valueType(tool, () => `${owner}[${quote(tool.method)}]`, imports);
      return toolLine(tool, [...value, `toolset: ${owner}`]);
    });
  });
  const others = functions.map(({ function: target, tool }) =>
    toolLine(
      tool,
      valueType(tool, () => `typeof ${imports.function(target)}`, imports),
    ),
  );
  return [
    '/** The types of `run.call`, by tool. Arguments and results are JSON. */',
    'export interface Tools {',
    ...methods,
    ...others,
    '}',
  ];
}

/** Returns the type of the permissions that the tools require, or nothing if there are none. */
export function permissionType({ toolsets }: Pick<ProjectModel, 'toolsets'>): readonly string[] {
  const required = toolsets.flatMap((one) => definitionsOf(one).flatMap(({ settings }) => settings?.requires ?? []));
  const names = [...new Set(required.flatMap((one) => one.split(' | ')))].sort();
  if (names.length === 0) return [];
  return [
    '/** The permissions that the tools require, for `can` and `permissions`. */',
    `export type Permission = ${names.map(quote).join(' | ')};`,
  ];
}

function toolLine(tool: ToolModel, more: readonly string[]): string {
  const readsDeps = tool.parameters.some((one) => one.kind !== 'model' && one.deps === true);
  const deps = readsDeps ? ['deps: true'] : [];
  const members = [`arguments: ${tool.arguments.wireType}`, `result: ${resultType(tool)}`, ...more, ...deps];
  return `  ${propertyKey(tool.name)}: { ${members.join('; ')} };`;
}

function resultType({ result }: ToolModel): string {
  return result?.wireType ?? 'unknown';
}

/** Returns the member `value`, or nothing if its type is unknown. */
function valueType(tool: ToolModel, method: () => string, imports: ImportList): readonly string[] {
  const { value = [] } = tool;
  if (value.length === 0 || (value.includes('json') && resultType(tool) === 'unknown')) return [];
  const write: Readonly<Record<ValueForm, () => string>> = {
    returned: () => `${imports.type('Returned')}<${method()}>`,
    cloned: () => `${imports.type('Cloned')}<${imports.type('Returned')}<${method()}>>`,
    json: () => resultType(tool),
  };
  return [`value: ${value.map((form) => write[form]()).join(' | ')}`];
}
