import { dirname } from 'node:path';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { Diagnostics } from './diagnostics/diagnostics.js';
import { generatedFiles } from './generated-files.js';
import type { ProjectModel } from './model.js';
import { createProgram } from './program/create-program.js';
import { type ts } from './program/typescript.js';
import { readModel } from './read-model.js';
import type { ReadingMemory } from './reading-memory.js';

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
  /** The program of an earlier reading, whose unchanged files are used again. Default: that of the memory. */
  readonly previous?: ts.Program;
  /** Where readings of the same project leave what the next one need not read again. Default: everything is read. */
  readonly memory?: ReadingMemory;
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
  const previous = options.previous ?? options.memory?.program;
  const loaded = createProgram({ ...options, ...(previous === undefined ? {} : { previous }) }, diagnostics);
  // With a broken tsconfig, everything that follows would be reported against options that nobody wrote.
  if (loaded === undefined || diagnostics.has('HAFT1001'))
    return { model: EMPTY, diagnostics: finished(diagnostics, options), files: [], program: undefined };
  const { program, configFiles } = loaded;
  const generated = new Set(Object.values(generatedFiles(options.out)) as readonly string[]);
  const own = ownFiles(program, generated);
  options.memory?.begin(program);
  const model = readModel(own, program, options, diagnostics);
  const sources = program.getSourceFiles().map((file) => file.fileName);
  const files = [...new Set([...sources.filter((file) => !generated.has(file)), ...configFiles])].sort();
  return { model, diagnostics: finished(diagnostics, options), files, program };
}

const EMPTY: ProjectModel = {
  toolsets: [],
  services: [],
  functions: [],
  runtimeModule: 'haft',
  importStyle: '.js',
  lazyImport: 'import',
};

/** The sources of this tsconfig, by name: not those of packages, nor of referenced projects, which have modules of their own. */
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
