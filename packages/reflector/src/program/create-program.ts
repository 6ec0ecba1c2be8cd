import { sep } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { generatedFiles } from '../generated-files.js';
import { originalText, withWholeComments } from './comment-text.js';
import { withDefaultsSince6 } from './compiler-defaults.js';
import { ownFile } from './own-file.js';
import { parseConfig } from './parse-config.js';
import { projectTypeScriptMajor } from './project-typescript.js';
import { reportCompiler } from './report-compiler.js';
import { ts } from './typescript.js';

/** The options of {@link createProgram}. */
export interface ProgramOptions {
  /** The absolute path. */
  readonly tsconfig: string;
  /** Absolute path of the generated module. The program never reads it. */
  readonly out: string;
  /** An earlier program, whose unchanged source files are reused. */
  readonly previous?: ts.Program;
}

/** A program and its configuration files. */
export interface LoadedProgram {
  readonly program: ts.Program;
  /** The tsconfig and its bases, absolute. */
  readonly configFiles: readonly string[];
}

/**
 * Replaces a generated module. It does not exist in the first build, and is large in every other
 * one.
 */
const STUB = 'export declare const toolsets: any;\nexport type Tools = any;\n';

/**
 * Returns the program of a tsconfig, or undefined if nothing can be read. Reports errors of
 * configuration and syntax. Does not check types, because the project's own compiler does.
 */
export function createProgram(options: ProgramOptions, diagnostics: Diagnostics): LoadedProgram | undefined {
  const parsed = parseConfig(options.tsconfig, diagnostics);
  if (parsed === undefined) return undefined;
  const compilerOptions = readingOptions(parsed.options, options.tsconfig);
  const earlier: Earlier = { program: sameOptions(options.previous, compilerOptions) };
  const program = ts.createProgram({
    rootNames: parsed.fileNames,
    options: compilerOptions,
    ...(parsed.projectReferences === undefined ? {} : { projectReferences: parsed.projectReferences }),
    host: compilerHost(compilerOptions, options.out, earlier),
    ...(earlier.program === undefined ? {} : { oldProgram: earlier.program }),
  });
  // A program keeps its host. A watching build would otherwise keep the programs of all builds.
  earlier.program = undefined;
  for (const one of program.getOptionsDiagnostics()) {
    if (isAllowedSince6(one, options.tsconfig, compilerOptions)) continue;
    reportCompiler(one, 'HAFT1001', 'Correct the tsconfig.', diagnostics);
  }
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile) continue;
    for (const one of program.getSyntacticDiagnostics(file)) {
      reportCompiler(
        one,
        'HAFT1002',
        'Correct the syntax. Haft reads nothing from a file that does not parse.',
        diagnostics,
      );
    }
  }
  return { program, configFiles: parsed.configFiles };
}

/** The program whose files a host reuses, while it makes the next one. */
interface Earlier {
  program: ts.Program | undefined;
}

/**
 * Returns the previous program if its options are equal, but for places of output. With other
 * options, files are parsed and bound differently.
 */
function sameOptions(previous: ts.Program | undefined, options: ts.CompilerOptions): ts.Program | undefined {
  const text = ({ configFile: _, configFilePath: _p, rootDir: _r, outDir: _o, ...one }: ts.CompilerOptions): string =>
    JSON.stringify(one);
  return previous !== undefined && text(previous.getCompilerOptions()) === text(options) ? previous : undefined;
}

/**
 * Returns the project's options without those for output, and with strict null checks in every
 * case. `strict` tells whether the project has such checks.
 */
function readingOptions(options: ts.CompilerOptions, tsconfig: string): ts.CompilerOptions {
  const said = projectTypeScriptMajor(tsconfig) >= 6 ? withDefaultsSince6(options) : options;
  const hasNullChecks = said.strictNullChecks ?? said.strict;
  const reading: ts.CompilerOptions = {
    ...said,
    strictNullChecks: true,
    ...(hasNullChecks === undefined ? {} : { strict: hasNullChecks }),
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
    declaration: false,
  };
  for (const name of OUTPUT_OPTIONS) Reflect.deleteProperty(reading, name);
  // In TypeScript 6, `types: ["*"]` means every installed package, as the absent option did before.
  if (reading.types?.includes('*') === true) Reflect.deleteProperty(reading, 'types');
  return reading;
}

/**
 * Since TypeScript 6, CommonJS modules may use the resolution of bundlers, and do so by default.
 * Before, that was the error TS5095.
 */
function isAllowedSince6({ code }: ts.Diagnostic, tsconfig: string, options: ts.CompilerOptions): boolean {
  return code === 5095 && options.module === ts.ModuleKind.CommonJS && projectTypeScriptMajor(tsconfig) >= 6;
}

/** Options for an output that is switched off. Without it, they would be errors. */
const OUTPUT_OPTIONS = [
  'declarationMap',
  'emitDeclarationOnly',
  'tsBuildInfoFile',
  'isolatedDeclarations',
  'declarationDir',
];

function compilerHost(options: ts.CompilerOptions, out: string, earlier: Earlier): ts.CompilerHost {
  const host = ts.createCompilerHost(options, false);
  const generated = new Set(Object.values(generatedFiles(out)) as readonly string[]);
  const isStub = (file: string): boolean => generated.has(file) || generated.has(file.split('/').join(sep));
  const original = { ...host };
  host.fileExists = (file) => isStub(file) || original.fileExists(file);
  host.readFile = (file) => (isStub(file) ? STUB : original.readFile(file));
  host.getSourceFile = (file, languageVersionOrOptions, ...rest) => {
    const languageVersion = isUndocumented(file) ? withoutJsDoc(languageVersionOrOptions) : languageVersionOrOptions;
    if (isStub(file))
      return earlier.program?.getSourceFile(file) ?? ts.createSourceFile(file, STUB, languageVersion, true);
    const known = unchanged(earlier.program?.getSourceFile(file));
    if (known !== undefined) return known;
    const parsed = original.getSourceFile(file, languageVersion, ...rest);
    if (parsed === undefined || (parsed.isDeclarationFile && file.includes('/node_modules/'))) return parsed;
    return withWholeComments(parsed, (text) => ts.createSourceFile(file, text, languageVersion));
  };
  // A new file may resolve an import of an unchanged file. Without this, only new root files would
  // be noticed.
  host.hasInvalidatedResolutions = (file) => !file.includes('/node_modules/');
  // Without it, every type of a referenced project without a build is an error type. (TypeScript
  // does not publish this member of its host.)
  (host as { useSourceOfProjectReferenceRedirect?: () => boolean }).useSourceOfProjectReferenceRedirect = () => true;
  return host;
}

/**
 * Returns whether a file is a large declaration file whose comments no schema shows. Parsing their
 * JSDoc takes a sixth of a build.
 */
function isUndocumented(file: string): boolean {
  return file.includes('/node_modules/@types/node/') || /\/typescript\/lib\/lib\.[a-z0-9.]+\.d\.ts$/.test(file);
}

function withoutJsDoc(options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.CreateSourceFileOptions {
  const parse = typeof options === 'object' ? options : { languageVersion: options };
  return { ...parse, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
}

/** Returns a source file of an earlier program if the text on disk is the same. */
function unchanged(earlier: ts.SourceFile | undefined): ts.SourceFile | undefined {
  const file = earlier && ownFile(earlier);
  return file !== undefined && ts.sys.readFile(file.fileName) === originalText(file) ? file : undefined;
}
