import path from 'node:path';
import { REFLECTED_FORMAT } from '@haft/core/reflected';
import { definitionsOf, type ProjectModel } from '../model.js';
import { generatedFiles } from '../generated-files.js';
import { buildId } from './build-id.js';
import { ImportList } from './import-list.js';
import { quote } from './literal.js';
import { ModuleParts } from './module-parts.js';
import { moduleText } from './module-text.js';
import { Names } from './names.js';
import { permissionType, toolsInterface } from './tools-interface.js';
import { writeDescriptors } from './write-descriptors.js';

export { ToolEmitError } from './emit-error.js';
export { writeChecks } from './write-checks.js';
export { writeCollectors } from './write-collectors.js';

/** The place of the module. */
export interface WriteModuleOptions {
  /** Absolute path of the file. Imports are relative to it. */
  readonly out: string;
}

/**
 * Returns the text of the generated module. The same model gives the same bytes, whatever the
 * folder of the project.
 *
 * @throws {ToolEmitError} if there is no example of a tool's arguments
 */
export function writeModule(model: ProjectModel, { out }: WriteModuleOptions): string {
  const names = new Names(new Set(['toolsets', 'Tools', 'Permission', 'checks', 'checksOfTools', 'collectors']));
  const parts = new ModuleParts(new ImportList(path.dirname(out), model, names), names);
  const types = toolsInterface(model, parts.imports);
  const { thunk, tools } = writeDescriptors(model, parts);
  const sections = [
    types,
    permissionType(model),
    [
      `export const toolsets: ReflectedToolsets<Tools> = reflected(${formatOf(model)}, () => ({`,
      ...thunk.map((line) => `  ${line}`),
      `  build: ${quote(buildId([thunk, ...tools]))},`,
      '}));',
    ],
    // Outside of the function: V8 first scans a function for its end and compiles it when it is
    // called, so it would read the text twice.
    ...tools,
    ...(hasTools(model) ? besideModule(out, model, parts.imports) : []),
  ];
  const imports = parts.imports.toLines('reflected', 'type ReflectedToolsets');
  return moduleText([...imports, ...importOfChecks(out, model, parts.imports)], sections);
}

/** The `EFFECTS_FORMAT` of `@haft/core/reflected`. */
const EFFECTS_FORMAT = REFLECTED_FORMAT + 1;

/** Only a module that an older runtime would read wrongly has the newer format. */
function formatOf({ toolsets }: ProjectModel): number {
  const isNewer = toolsets.some(
    ({ tools, offers }) => offers !== undefined || tools.some(({ beside }) => beside !== undefined),
  );
  return isNewer ? EFFECTS_FORMAT : REFLECTED_FORMAT;
}

function hasTools({ toolsets, functions }: ProjectModel): boolean {
  return toolsets.length > 0 || functions.length > 0;
}

/**
 * The most tools of a module that imports the checks statically. V8 takes 16 µs to read the checks
 * of one tool, and the first `import()` of a process takes Node 3 ms. A process that calls one of
 * 200 tools pays the same for either.
 */
const MOST_TOOLS_WITH_CHECKS = 200;

function hasChecksOnDemand({ toolsets, functions }: ProjectModel): boolean {
  return toolsets.reduce((sum, one) => sum + definitionsOf(one).length, functions.length) > MOST_TOOLS_WITH_CHECKS;
}

function importOfChecks(out: string, model: ProjectModel, imports: ImportList): readonly string[] {
  if (!hasTools(model) || hasChecksOnDemand(model)) return [];
  return [`import { checks as checksOfTools } from ${quote(imports.specifierOf(generatedFiles(out).checks))};`];
}

/**
 * The module of checks for the descriptors. Not its namespace: for a namespace, bundlers that split
 * an application create a file with a helper, which every start loads. A getter, because modules
 * may import each other.
 */
const CHECKS = ['const checks = {', '  get checks() {', '    return checksOfTools;', '  },', '};'];

/** Returns the modules next to this one. A bundler finds the files by the literals. */
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
