import { dirname, resolve } from 'node:path';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { Diagnostics } from './diagnostics/diagnostics.js';
import { generatedFiles } from './generated-files.js';
import type { ProjectModel } from './model.js';
import { createProgram } from './program/create-program.js';
import { FileDependencies } from './program/file-dependencies.js';
import { type ts } from './program/typescript.js';
import { readModel } from './read-model.js';
import type { ReadingMemory } from './reading-memory.js';

/** Options of {@link readProject}. */
export interface ReadProjectOptions {
  /** Absolute path of the tsconfig. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. Reading skips it, because it may not exist yet. */
  readonly out: string;
  /** Whether warnings are errors. */
  readonly strict: boolean;
  /** Names of the providers whose limits the tools must keep. Default: none. */
  readonly for?: readonly string[];
  /** Names of packages whose comments are texts for models. Default: none. */
  readonly comments?: readonly string[];
  /**
   * The program of an earlier reading, whose unchanged files are reused. Default: that of the
   * memory.
   */
  readonly previous?: ts.Program;
  /** The memory of earlier readings of the same project. Default: none, so everything is read. */
  readonly memory?: ReadingMemory;
}

/** The result of reading a project. */
export interface ReadProject {
  /** Complete only if no diagnostic is an error. */
  readonly model: ProjectModel;
  /** All problems of the project, sorted by file and place. */
  readonly diagnostics: readonly Diagnostic[];
  /** Every file that was read, absolute: sources, declarations, configuration. */
  readonly files: readonly string[];
  /** The sources of the toolsets, absolute: their files, and all files that these import. */
  readonly sources: readonly string[];
  /** The program for the next reading. Undefined if the tsconfig could not be read. */
  readonly program: ts.Program | undefined;
}

/**
 * Reads all toolsets and function tools of a tsconfig. Never throws because of the project: it
 * reports problems.
 */
export function readProject(options: ReadProjectOptions): ReadProject {
  const diagnostics = new Diagnostics(dirname(options.tsconfig));
  const previous = options.previous ?? options.memory?.program;
  const loaded = createProgram({ ...options, ...(previous === undefined ? {} : { previous }) }, diagnostics);
  // With a broken tsconfig, all further reports would be about default options.
  if (loaded === undefined || diagnostics.has('HAFT1001'))
    return { model: EMPTY, diagnostics: finished(diagnostics, options), files: [], sources: [], program: undefined };
  const { program, configFiles } = loaded;
  const generated = new Set(Object.values(generatedFiles(options.out)) as readonly string[]);
  const own = ownFiles(program, generated);
  options.memory?.begin(program);
  const model = readModel(own, program, options, diagnostics);
  const read = program.getSourceFiles().map((file) => file.fileName);
  const files = [...new Set([...read.filter((file) => !generated.has(file)), ...configFiles])].sort();
  const sources = sourcesOf(model, program, options).filter((file) => !generated.has(file));
  return { model, diagnostics: finished(diagnostics, options), files, sources, program };
}

function sourcesOf(
  { toolsets, functions }: ProjectModel,
  program: ts.Program,
  { tsconfig }: ReadProjectOptions,
): readonly string[] {
  const names = new Set([...toolsets, ...functions].map(({ source }) => resolve(dirname(tsconfig), source)));
  const roots = [...names].flatMap((name) => program.getSourceFile(name) ?? []);
  return new FileDependencies(program, program.getTypeChecker())
    .of(...roots)
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
    .map((file) => file.fileName)
    .sort();
}

const EMPTY: ProjectModel = {
  toolsets: [],
  services: [],
  functions: [],
  runtimeModule: 'haft',
  importStyle: '.js',
  lazyImport: 'import',
};

/**
 * Returns the sources of this tsconfig, by name. Excludes those of packages and of referenced
 * projects, which have separate modules.
 */
function ownFiles(program: ts.Program, generated: ReadonlySet<string>): readonly ts.SourceFile[] {
  const referenced = new Set(
    (program.getResolvedProjectReferences() ?? []).flatMap((one) => one?.commandLine.fileNames ?? []),
  );
  return program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))
    .filter((file) => !generated.has(file.fileName) && !referenced.has(file.fileName))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

function finished(diagnostics: Diagnostics, { strict }: ReadProjectOptions): readonly Diagnostic[] {
  const all = diagnostics.sorted();
  return strict ? all.map((one) => (one.severity === 'warning' ? { ...one, severity: 'error' } : one)) : all;
}
