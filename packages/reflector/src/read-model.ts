import { dirname } from 'node:path';
import { type Diagnostics } from './diagnostics/diagnostics.js';
import { guarded } from './diagnostics/internal-error.js';
import {
  definitionsOf,
  type FunctionToolModel,
  type ProjectModel,
  type ServiceModel,
  type ToolsetModel,
} from './model.js';
import { importStyle, isCommonJs, lazyImport } from './program/import-style.js';
import { PackageManifests } from './program/package-manifests.js';
import { ts } from './program/typescript.js';
import type { ReadProjectOptions } from './read-project.js';
import type { UnitReading } from './reading-memory.js';
import { checkDecorators, checkImports, strayTool } from './toolsets/check-decorators.js';
import { checkNames } from './toolsets/check-names.js';
import { checkUris } from './toolsets/check-uris.js';
import { checkProviders, type ProvidedTool } from './toolsets/check-providers.js';
import { ClassReferences } from './toolsets/class-references.js';
import { findFunctionTools, type FunctionToolCall } from './toolsets/find-function-tools.js';
import { findToolsets, type ToolsetClass } from './toolsets/find-toolsets.js';
import { HaftNames } from './toolsets/haft-names.js';
import { hostTypes } from './toolsets/host-types.js';
import { NestNames } from './toolsets/nest-names.js';
import { reportOpenParameters, type OpenParameter } from './toolsets/open-parameters.js';
import { DependencyReader } from './toolsets/read-dependencies.js';
import { reportPlainParameters, type PlainParameter } from './toolsets/plain-parameters.js';
import { readFunctionTool } from './toolsets/read-function-tool.js';
import type { ReadingContext } from './toolsets/reading-context.js';
import { readToolset } from './toolsets/read-toolset.js';
import { ArgumentHooks, ResultHooks } from './toolsets/schema-hooks.js';
import { unloadableFiles } from './toolsets/unloadable-files.js';
import { isForDevelopers } from './types/read/comment-for-model.js';
import { TypeReader } from './types/read/reader.js';
import type { DeclarationFacts } from './types/read/type-handler.js';

/**
 * Reads all toolsets and function tools of a program.
 *
 * @param own - the sources that belong to the project, by name
 */
export function readModel(
  own: readonly ts.SourceFile[],
  program: ts.Program,
  options: ReadProjectOptions,
  diagnostics: Diagnostics,
): ProjectModel {
  return new ModelReading(program, options, diagnostics).read(own);
}

class ModelReading {
  private readonly checker: ts.TypeChecker;
  private readonly manifests: PackageManifests;
  private readonly names: HaftNames;
  private readonly nest: NestNames;
  private readonly references: ClassReferences;
  private readonly services = new Map<string, ServiceModel>();
  private readonly openParameters: OpenParameter[] = [];
  private readonly plainParameters: PlainParameter[] = [];

  constructor(
    private readonly program: ts.Program,
    private readonly options: ReadProjectOptions,
    private readonly diagnostics: Diagnostics,
  ) {
    this.checker = program.getTypeChecker();
    this.manifests = options.memory?.manifests ?? new PackageManifests();
    this.names = new HaftNames(this.checker, this.manifests);
    this.nest = new NestNames(this.checker);
    this.references = new ClassReferences(program, this.checker, this.manifests);
  }

  read(own: readonly ts.SourceFile[]): ProjectModel {
    const { diagnostics, checker, names } = this;
    const classes = own.flatMap((file) => findToolsets(file, names));
    reportUnresolvedHaft(own, checker, diagnostics);
    const calls = findFunctionTools(own, names, checker);
    const checks = { names, program: this.program, diagnostics };
    const isEmpty = classes.length === 0 && calls.length === 0;
    if (isEmpty) checkImports(own, checks);
    if (!isEmpty) checkDecorators(own, classes, checks);
    else if (!diagnostics.has('HAFT1004')) reportNoToolset(strayTool(own, names), this.program, diagnostics);
    const toolsets = classes.flatMap((one): readonly [ToolsetModel, ToolsetClass][] => {
      const toolset = this.unit(one.declaration, (dependencies, context) => readToolset(one, dependencies, context));
      return toolset === undefined ? [] : [[toolset, one]];
    });
    const functions = calls.flatMap((one): readonly [FunctionToolModel, FunctionToolCall][] => {
      const model = this.unit(one.call, (_, context) => readFunctionTool(one, context));
      return model === undefined ? [] : [[model, one]];
    });
    const named = [...toolsets.flatMap(namedMethods), ...functions.map(namedFunction)];
    if (this.openParameters.length > 0)
      reportOpenParameters(this.openParameters, hostTypes(own, { program: this.program, names }), diagnostics);
    reportPlainParameters(this.plainParameters, own, { checker, diagnostics });
    checkNames(named, this.manifests, diagnostics);
    checkUris(named, diagnostics);
    checkProviders(
      named.filter(({ tool }) => tool.kind === undefined),
      this.options.for ?? [],
      checker,
      diagnostics,
    );
    const options = this.program.getCompilerOptions();
    const style = importStyle(own, options);
    return {
      toolsets: toolsets.map(([toolset]) => toolset),
      services: [...this.services.values()],
      functions: functions.map(([model]) => model),
      runtimeModule: runtimeModule(own),
      importStyle: style,
      lazyImport: lazyImport(style, options),
    };
  }

  /**
   * Reads a unit, or reuses its last reading. Each unit is read separately, without results of an
   * earlier one. So its result depends neither on other units nor on their order.
   */
  private unit<Model>(
    node: ts.Node,
    read: (dependencies: DependencyReader, context: ReadingContext) => Model | undefined,
  ): Model | undefined {
    const now = (): UnitReading<Model> => {
      const diagnostics = this.diagnostics.another();
      const dependencies = new DependencyReader(this.checker, this.names, this.references, diagnostics);
      const openParameters: OpenParameter[] = [];
      const model = guarded(`'${titleOf(node)}'`, node, diagnostics, () =>
        read(dependencies, this.context(diagnostics, openParameters)),
      );
      const services = dependencies.found();
      if (!isCommonJs(node.getSourceFile(), this.program.getCompilerOptions()))
        for (const file of unloadableFiles([model, services], dirname(this.options.out)))
          reportFileName(node, file, diagnostics);
      return {
        model,
        services,
        openParameters,
        plainParameters: dependencies.plain,
        diagnostics: diagnostics.sorted(),
      };
    };
    const reading = this.options.memory?.recall(node, now) ?? now();
    for (const one of reading.diagnostics) this.diagnostics.add(one);
    this.openParameters.push(...reading.openParameters);
    this.plainParameters.push(...reading.plainParameters);
    for (const one of reading.services) {
      const key = JSON.stringify([one.class.from, one.class.exportName]);
      if (!this.services.has(key)) this.services.set(key, one);
    }
    return reading.model;
  }

  private context(diagnostics: Diagnostics, openParameters: OpenParameter[]): ReadingContext {
    const { program, checker, names, nest, references, manifests } = this;
    const facts: DeclarationFacts = {
      isSensitive: (declaration) => names.decorator(declaration, 'Sensitive') !== undefined,
      isForDevelopers: (declaration) => isForDevelopers(declaration, this.options),
    };
    return {
      program,
      checker,
      names,
      nest,
      references,
      diagnostics,
      argumentTypes: new TypeReader(program, 'arguments', diagnostics, facts),
      resultTypes: new TypeReader(program, 'results', diagnostics, facts),
      argumentHooks: new ArgumentHooks(checker, references, diagnostics, manifests),
      resultHooks: new ResultHooks(checker, diagnostics),
      openParameters,
    };
  }
}

function reportFileName(node: ts.Node, file: string, diagnostics: Diagnostics): void {
  diagnostics.at(node, {
    code: 'HAFT1019',
    // Bundlers, and compilers that emit `require`, load such a file.
    severity: 'warning',
    message: `Node cannot import '${diagnostics.fileName(file)}': its path has one of the characters # ? %.`,
    fix: 'Rename the file or the folder.',
  });
}

/** Returns the name of a class, or the first line of a call. */
function titleOf(node: ts.Node): string {
  if (ts.isClassLike(node)) return node.name?.text ?? 'class';
  return (node.getText().split('\n')[0] ?? '').slice(0, 60);
}

/** Returns `haft` if the project imports it, else `@haft/core`. */
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
        message: `The package '${moduleSpecifier.text}' cannot be resolved, so Haft cannot read its decorators.`,
        fix: `Install it (npm install ${moduleSpecifier.text}), and set 'moduleResolution' of the tsconfig to node16, nodenext or bundler.`,
      });
    }
  }
}

function reportNoToolset(stray: ts.Node | undefined, program: ts.Program, diagnostics: Diagnostics): void {
  // `{ "files": [], "references": [...] }`: the sources belong to the other projects.
  const [other] = program.getProjectReferences() ?? [];
  const elsewhere =
    other === undefined
      ? ''
      : ` A tsconfig that it refers to is another project: \`haft build --tsconfig ${diagnostics.fileName(other.path)}\`, or \`haft.tsconfig\` in package.json.`;
  const finding = {
    code: 'HAFT1010',
    severity: 'error',
    message: 'No class of the project has @Toolset() of haft or @haft/core.',
    fix: `Annotate a class with @Toolset(), and see that its file is in the tsconfig.${elsewhere}`,
  } as const;
  if (stray === undefined) diagnostics.add(finding);
  else diagnostics.at(stray, finding);
}

function namedMethods([toolset, { declaration }]: readonly [ToolsetModel, ToolsetClass]): readonly ProvidedTool[] {
  return definitionsOf(toolset).map((tool) => {
    const member = declaration.members.find((one) => one.name?.getText() === tool.method);
    const place = member?.name ?? declaration.name ?? declaration;
    return { tool, origin: `${toolset.class.name}.${tool.method}`, place };
  });
}

function namedFunction([{ tool }, { target }]: readonly [FunctionToolModel, FunctionToolCall]): ProvidedTool {
  return { tool, origin: `the function ${tool.method}`, place: target };
}
