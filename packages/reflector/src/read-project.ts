import { dirname } from 'node:path';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { Diagnostics } from './diagnostics/diagnostics.js';
import type { FunctionToolModel, ProjectModel, ToolsetModel } from './model.js';
import { createProgram } from './program/create-program.js';
import { importStyle } from './program/import-style.js';
import { ts } from './program/typescript.js';
import { checkNames } from './toolsets/check-names.js';
import { checkProviders, type ProvidedTool } from './toolsets/check-providers.js';
import { ClassReferences } from './toolsets/class-references.js';
import { findFunctionTools, type FunctionToolCall } from './toolsets/find-function-tools.js';
import { findToolsets, type ToolsetClass } from './toolsets/find-toolsets.js';
import { HaftNames } from './toolsets/haft-names.js';
import { DependencyReader } from './toolsets/read-dependencies.js';
import { readFunctionTool } from './toolsets/read-function-tool.js';
import type { ReadingContext } from './toolsets/reading-context.js';
import { readToolset } from './toolsets/read-toolset.js';
import { ArgumentHooks, ResultHooks } from './toolsets/schema-hooks.js';
import { TypeReader } from './types/read/reader.js';

/** Options of {@link readProject}. */
export interface ReadProjectOptions {
  /** Absolute path of the tsconfig. */
  readonly tsconfig: string;
  /** Absolute path of the generated module, which is never read: it may not exist yet. */
  readonly out: string;
  /** Makes warnings errors. */
  readonly strict: boolean;
  /** Names of the providers whose limits the tools must keep. Default: none. */
  readonly for?: readonly string[];
  /** The program of an earlier reading, whose unchanged files are used again. */
  readonly previous?: ts.Program;
}

/** What a project says. */
export interface ReadProject {
  /** Complete only without errors among the diagnostics. */
  readonly model: ProjectModel;
  /** All problems of the project, by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was read, absolute: sources, declarations, configuration. */
  readonly files: readonly string[];
  /** For the next reading; undefined when the tsconfig could not be read. */
  readonly program: ts.Program | undefined;
}

/** Reads all toolsets and function tools of a tsconfig. Never throws for what the project says: that is reported. */
export function readProject(options: ReadProjectOptions): ReadProject {
  const diagnostics = new Diagnostics(dirname(options.tsconfig));
  const loaded = createProgram(options, diagnostics);
  // With a broken tsconfig, everything that follows would be reported against options that nobody wrote.
  if (loaded === undefined || diagnostics.has('HAFT1001'))
    return { model: EMPTY, diagnostics: finished(diagnostics, options), files: [], program: undefined };
  const { program, configFiles } = loaded;
  const own = ownFiles(program, options.out);
  const model = readModel(own, program, options, diagnostics);
  const sources = program.getSourceFiles().map((file) => file.fileName);
  const files = [...new Set([...sources.filter((file) => file !== options.out), ...configFiles])].sort();
  return { model, diagnostics: finished(diagnostics, options), files, program };
}

const EMPTY: ProjectModel = { toolsets: [], services: [], functions: [], runtimeModule: 'haft', importStyle: '.js' };

function readModel(
  own: readonly ts.SourceFile[],
  program: ts.Program,
  { for: providers = [] }: ReadProjectOptions,
  diagnostics: Diagnostics,
): ProjectModel {
  const checker = program.getTypeChecker();
  const names = new HaftNames(checker);
  const references = new ClassReferences(program, checker);
  const context: ReadingContext = {
    program,
    checker,
    names,
    references,
    diagnostics,
    ...typeReading(program, names, references, diagnostics),
  };
  const dependencies = new DependencyReader(checker, names, references, diagnostics);
  const classes = own.flatMap((file) => findToolsets(file, names));
  reportUnresolvedHaft(own, checker, diagnostics);
  const calls = findFunctionTools(own, names, checker);
  if (classes.length === 0 && calls.length === 0 && !diagnostics.has('HAFT1004')) reportNoToolset(diagnostics);
  const read = classes.flatMap((one): readonly [ToolsetModel, ToolsetClass][] => {
    const toolset = readToolset(one, dependencies, context);
    return toolset === undefined ? [] : [[toolset, one]];
  });
  const functions = calls.flatMap((one): readonly [FunctionToolModel, FunctionToolCall][] => {
    const model = readFunctionTool(one, context);
    return model === undefined ? [] : [[model, one]];
  });
  const named = [...read.flatMap(namedMethods), ...functions.map(namedFunction)];
  checkNames(named, diagnostics);
  checkProviders(named, providers, checker, diagnostics);
  return {
    toolsets: read.map(([toolset]) => toolset),
    services: dependencies.found(),
    functions: functions.map(([model]) => model),
    runtimeModule: runtimeModule(own),
    importStyle: importStyle(own, program.getCompilerOptions()),
  };
}

function typeReading(
  program: ts.Program,
  names: HaftNames,
  references: ClassReferences,
  diagnostics: Diagnostics,
): Pick<ReadingContext, 'argumentTypes' | 'resultTypes' | 'argumentHooks' | 'resultHooks'> {
  const isSensitive = (declaration: ts.Declaration): boolean => names.decorator(declaration, 'Sensitive') !== undefined;
  return {
    argumentTypes: new TypeReader(program, 'arguments', diagnostics, isSensitive),
    resultTypes: new TypeReader(program, 'results', diagnostics, isSensitive),
    argumentHooks: new ArgumentHooks(program.getTypeChecker(), references, diagnostics),
    resultHooks: new ResultHooks(program.getTypeChecker(), diagnostics),
  };
}

/** The sources of this tsconfig, by name: not those of packages, nor of referenced projects, which have modules of their own. */
function ownFiles(program: ts.Program, out: string): readonly ts.SourceFile[] {
  const referenced = new Set(
    (program.getResolvedProjectReferences() ?? []).flatMap((one) => one?.commandLine.fileNames ?? []),
  );
  return program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
    .filter((file) => file.fileName !== out && !referenced.has(file.fileName))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** `haft` where the project imports the façade, else the words alone. */
function runtimeModule(own: readonly ts.SourceFile[]): ProjectModel['runtimeModule'] {
  const importsFacade = (statement: ts.Statement): boolean =>
    ts.isImportDeclaration(statement) &&
    ts.isStringLiteral(statement.moduleSpecifier) &&
    /^haft(\/|$)/.test(statement.moduleSpecifier.text);
  return own.some((file) => file.statements.some(importsFacade)) ? 'haft' : '@haft/core';
}

function reportUnresolvedHaft(own: readonly ts.SourceFile[], checker: ts.TypeChecker, diagnostics: Diagnostics): void {
  for (const file of own) {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const { moduleSpecifier } = statement;
      if (
        !/^(haft|@haft\/core)$/.test(moduleSpecifier.text) ||
        checker.getSymbolAtLocation(moduleSpecifier) !== undefined
      )
        continue;
      diagnostics.at(moduleSpecifier, {
        code: 'HAFT1004',
        message: `The package '${moduleSpecifier.text}' cannot be resolved: what its decorators say is unknown.`,
        fix: `Install it (npm install ${moduleSpecifier.text}), and see that 'moduleResolution' of the tsconfig reads 'exports': node16, nodenext or bundler.`,
      });
    }
  }
}

function reportNoToolset(diagnostics: Diagnostics): void {
  diagnostics.add({
    code: 'HAFT1010',
    severity: 'error',
    message: 'No class of the project has @Toolset() of haft or @haft/core.',
    fix: 'Annotate a class with @Toolset(), and see that its file is in the tsconfig.',
  });
}

function namedMethods([toolset, { declaration }]: readonly [ToolsetModel, ToolsetClass]): readonly ProvidedTool[] {
  return toolset.tools.map((tool) => {
    const member = declaration.members.find((one) => one.name?.getText() === tool.method);
    const place = member?.name ?? declaration.name ?? declaration;
    return { tool, origin: `${toolset.class.name}.${tool.method}`, place };
  });
}

function namedFunction([{ tool }, { target }]: readonly [FunctionToolModel, FunctionToolCall]): ProvidedTool {
  return { tool, origin: `the function ${tool.method}`, place: target };
}

function finished(diagnostics: Diagnostics, { strict }: ReadProjectOptions): readonly Diagnostic[] {
  const all = diagnostics.sorted();
  return strict ? all.map((one) => (one.severity === 'warning' ? { ...one, severity: 'error' } : one)) : all;
}
