import path from 'node:path';
import { REFLECTED_FORMAT } from '@haft/core/reflected';
import type { ProjectModel } from '../model.js';
import { generatedFiles } from '../generated-files.js';
import { ImportList } from './import-list.js';
import { quote } from './literal.js';
import { ModuleParts } from './module-parts.js';
import { moduleText } from './module-text.js';
import { Names } from './names.js';
import { toolsInterface } from './tools-interface.js';
import { writeDescriptors } from './write-descriptors.js';

export { ToolEmitError } from './emit-error.js';
export { writeChecks } from './write-checks.js';
export { writeCollectors } from './write-collectors.js';

/** Where the module will stand. */
export interface WriteModuleOptions {
  /** Absolute path of the file; imports are written relative to it. */
  readonly out: string;
}

/**
 * The text of the generated module: the same bytes for the same model, wherever the project lies.
 *
 * @throws ToolEmitError when no example of a tool's arguments can be found
 */
export function writeModule(model: ProjectModel, { out }: WriteModuleOptions): string {
  const names = new Names(new Set(['toolsets', 'Tools', 'checks', 'checksOfTools', 'collectors']));
  const parts = new ModuleParts(new ImportList(path.dirname(out), model, names), names);
  const types = toolsInterface(model, parts.imports);
  const { thunk, tools } = writeDescriptors(model, parts);
  const sections = [
    types,
    [
      `export const toolsets: ReflectedToolsets<Tools> = reflected(${REFLECTED_FORMAT}, () => ({`,
      ...thunk.map((line) => `  ${line}`),
      '}));',
    ],
    // Outside of the function: V8 looks for the end of a function first and compiles it when it is called, and reads all of its text twice.
    ...tools,
    ...(hasTools(model) ? besideModule(out, model, parts.imports) : []),
  ];
  const imports = parts.imports.toLines('reflected', 'type ReflectedToolsets');
  return moduleText([...imports, ...importOfChecks(out, model, parts.imports)], sections);
}

function hasTools({ toolsets, functions }: ProjectModel): boolean {
  return toolsets.length > 0 || functions.length > 0;
}

/**
 * How many tools a module may have whose checks are imported with it. Reading those of one tool takes V8 16 µs, and the first `import()` of
 * a process takes Node 3 ms: a process that calls one of 200 tools pays the same for either.
 */
const MOST_TOOLS_WITH_CHECKS = 200;

function hasChecksOnDemand({ toolsets, functions }: ProjectModel): boolean {
  return toolsets.reduce((sum, one) => sum + one.tools.length, functions.length) > MOST_TOOLS_WITH_CHECKS;
}

function importOfChecks(out: string, model: ProjectModel, imports: ImportList): readonly string[] {
  if (!hasTools(model) || hasChecksOnDemand(model)) return [];
  return [`import { checks as checksOfTools } from ${quote(imports.specifierOf(generatedFiles(out).checks))};`];
}

/**
 * The module of checks as descriptors name it. Not its namespace: for one, bundlers that split an application make a file of a helper, which
 * every start loads. Read when it is asked for, since modules may import each other.
 */
const CHECKS = ['const checks = {', '  get checks() {', '    return checksOfTools;', '  },', '};'];

/** The modules beside this one. A bundler finds the files by the literals. */
function besideModule(out: string, model: ProjectModel, imports: ImportList): readonly string[][] {
  const { checks, issues } = generatedFiles(out);
  const collectors = importFunction('collectors', imports.specifierOf(issues), model.lazyImport);
  if (!hasChecksOnDemand(model)) return [CHECKS, collectors];
  return [importFunction('checks', imports.specifierOf(checks), model.lazyImport), collectors];
}

function importFunction(name: string, specifier: string, lazyImport: ProjectModel['lazyImport']): string[] {
  const file = quote(specifier);
  const body =
    lazyImport === 'import'
      ? `return import(${file});`
      : `return typeof require === 'function' ? Promise.resolve(require(${file})) : import(${file});`;
  return [`function ${name}() {`, `  ${body}`, '}'];
}
