import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { generatedFiles } from '../generated-files.js';
import { defaultsSince6, mapNewerOptions, type MappedOption } from './newer-options.js';
import { ts } from './typescript.js';

/** What {@link createProgram} needs to know. */
export interface ProgramOptions {
  /** Absolute. */
  readonly tsconfig: string;
  /** Absolute path of the generated module, which the program never reads. */
  readonly out: string;
  /** Source files are taken from it where they did not change. */
  readonly previous?: ts.Program;
}

/** A program, and every configuration file it came from. */
export interface LoadedProgram {
  readonly program: ts.Program;
  /** The tsconfig and what it extends, absolute. */
  readonly configFiles: readonly string[];
}

/** Stands for a generated module, which does not exist at the first build and is large at every other one. */
const STUB = 'export declare const toolsets: any;\nexport type Tools = any;\n';

/**
 * The program of a tsconfig, with the errors of configuration and syntax reported; undefined when nothing can be read.
 * Types are not checked here: that is the work of the project's own compiler.
 */
export function createProgram(options: ProgramOptions, diagnostics: Diagnostics): LoadedProgram | undefined {
  const parsed = parseConfig(options.tsconfig, diagnostics);
  if (parsed === undefined) return undefined;
  const compilerOptions = readingOptions(parsed.options, options.tsconfig);
  const previous = sameOptions(options.previous, compilerOptions);
  const program = ts.createProgram({
    rootNames: parsed.fileNames,
    options: compilerOptions,
    ...(parsed.projectReferences === undefined ? {} : { projectReferences: parsed.projectReferences }),
    host: compilerHost(compilerOptions, options.out, previous),
    ...(previous === undefined ? {} : { oldProgram: previous }),
  });
  for (const one of program.getOptionsDiagnostics()) {
    reportCompiler(one, 'HAFT1001', 'Correct the tsconfig.', diagnostics);
  }
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile) continue;
    for (const one of program.getSyntacticDiagnostics(file)) {
      reportCompiler(
        one,
        'HAFT1002',
        'Correct the syntax; nothing is read from a file that does not parse.',
        diagnostics,
      );
    }
  }
  return { program, configFiles: parsed.configFiles };
}

/** Files of a program with other options were parsed and bound in another way. */
function sameOptions(previous: ts.Program | undefined, options: ts.CompilerOptions): ts.Program | undefined {
  const text = ({ configFile: _, configFilePath: _path, ...one }: ts.CompilerOptions): string => JSON.stringify(one);
  return previous !== undefined && text(previous.getCompilerOptions()) === text(options) ? previous : undefined;
}

interface ParsedConfig extends ts.ParsedCommandLine {
  readonly configFiles: readonly string[];
}

function parseConfig(tsconfig: string, diagnostics: Diagnostics): ParsedConfig | undefined {
  if (!existsSync(tsconfig)) {
    diagnostics.add({
      code: 'HAFT1001',
      severity: 'error',
      message: `There is no file '${diagnostics.fileName(tsconfig)}'.`,
      fix: 'Create it, or name another one: `haft build --tsconfig FILE`, or `haft.tsconfig` in package.json.',
    });
    return undefined;
  }
  const configFiles = new Set<string>([tsconfig]);
  const mapped: MappedOption[] = [];
  /** Options are mapped in the text, before TypeScript sees them: extended files too. */
  const readFile = (file: string): string | undefined => {
    const text = ts.sys.readFile(file);
    if (text === undefined || !file.endsWith('.json') || file.endsWith('package.json')) return text;
    configFiles.add(file);
    const parsedFile: { config?: object; error?: ts.Diagnostic } = ts.parseConfigFileTextToJson(file, text);
    const { config, error } = parsedFile;
    if (error !== undefined || config === undefined) return text;
    const newer = mapNewerOptions(config);
    if (newer.length === 0) return text;
    mapped.push(...newer);
    return JSON.stringify(config);
  };
  const file = ts.readJsonConfigFile(tsconfig, readFile);
  const parsed = ts.parseJsonSourceFileConfigFileContent(
    file,
    { ...ts.sys, readFile },
    dirname(tsconfig),
    undefined,
    tsconfig,
  );
  for (const one of mapped) diagnostics.add(newerOption(one, diagnostics.fileName(tsconfig)));
  for (const error of ts.getConfigFileParsingDiagnostics(parsed))
    reportCompiler(error, 'HAFT1001', 'Correct the tsconfig.', diagnostics);
  return { ...parsed, configFiles: [...configFiles].sort() };
}

function newerOption({ option, value, instead }: MappedOption, file: string): Diagnostic {
  return {
    code: 'HAFT1003',
    severity: 'info',
    message: `'${option}: ${value}' is newer than TypeScript ${ts.version}; ${instead === undefined ? 'it is left out' : `'${instead}' stands for it`} while Haft reads types.`,
    fix: 'Nothing to do: only the reading of types is concerned.',
    file,
  };
}

/** The project's options without everything that concerns output, and with nulls told apart whatever the project says. */
function readingOptions(options: ts.CompilerOptions, tsconfig: string): ts.CompilerOptions {
  const reading: ts.CompilerOptions = {
    ...(projectTypeScriptMajor(tsconfig) >= 6 ? defaultsSince6(ts) : {}),
    ...options,
    strictNullChecks: true,
    noEmit: true,
    skipLibCheck: true,
    composite: false,
    incremental: false,
    declaration: false,
  };
  for (const name of OUTPUT_OPTIONS) Reflect.deleteProperty(reading, name);
  return reading;
}

/** Options that ask for an output which is switched off, and would be errors without it. */
const OUTPUT_OPTIONS = [
  'declarationMap',
  'emitDeclarationOnly',
  'tsBuildInfoFile',
  'isolatedDeclarations',
  'declarationDir',
];

function projectTypeScriptMajor(tsconfig: string): number {
  for (let folder = dirname(tsconfig); ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', 'typescript', 'package.json');
    if (existsSync(file)) {
      const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string };
      return Number.parseInt(version ?? '5', 10);
    }
    if (dirname(folder) === folder) return 5;
  }
}

function compilerHost(options: ts.CompilerOptions, out: string, previous: ts.Program | undefined): ts.CompilerHost {
  const host = ts.createCompilerHost(options, false);
  const generated = new Set(Object.values(generatedFiles(out)) as readonly string[]);
  const isStub = (file: string): boolean => generated.has(file) || generated.has(file.split('/').join(sep));
  const original = { ...host };
  host.fileExists = (file) => isStub(file) || original.fileExists(file);
  host.readFile = (file) => (isStub(file) ? STUB : original.readFile(file));
  host.getSourceFile = (file, languageVersionOrOptions, ...rest) => {
    const languageVersion = isUndocumented(file) ? withoutJsDoc(languageVersionOrOptions) : languageVersionOrOptions;
    if (isStub(file)) return previous?.getSourceFile(file) ?? ts.createSourceFile(file, STUB, languageVersion, true);
    return unchanged(previous?.getSourceFile(file)) ?? original.getSourceFile(file, languageVersion, ...rest);
  };
  // A file may have come that an unchanged file asks for: without it, only new root files would be noticed.
  host.hasInvalidatedResolutions = (file) => !file.includes('/node_modules/');
  // Without it, every type of a referenced project that was not built is an error type.
  // (TypeScript does not publish this member of its host.)
  (host as { useSourceOfProjectReferenceRedirect?: () => boolean }).useSourceOfProjectReferenceRedirect = () => true;
  return host;
}

/** The large declaration files whose comments no schema shows: parsing their JSDoc is a sixth of a build. */
function isUndocumented(file: string): boolean {
  return file.includes('/node_modules/@types/node/') || /\/typescript\/lib\/lib\.[a-z0-9.]+\.d\.ts$/.test(file);
}

function withoutJsDoc(options: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.CreateSourceFileOptions {
  const parse = typeof options === 'object' ? options : { languageVersion: options };
  return { ...parse, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
}

/** A source file of an earlier program, when the text on disk is still the same. */
function unchanged(file: ts.SourceFile | undefined): ts.SourceFile | undefined {
  return file !== undefined && ts.sys.readFile(file.fileName) === file.text ? file : undefined;
}

function reportCompiler(
  one: ts.Diagnostic,
  code: 'HAFT1001' | 'HAFT1002',
  fix: string,
  diagnostics: Diagnostics,
): void {
  if (one.category !== ts.DiagnosticCategory.Error) return;
  const text = ts.flattenDiagnosticMessageText(one.messageText, ' ');
  const finding: Diagnostic = {
    code,
    severity: 'error',
    message: `TS${one.code}: ${withoutRoot(text, diagnostics)}`,
    fix,
  };
  if (one.file === undefined || one.start === undefined) {
    diagnostics.add(finding);
    return;
  }
  const { line, character } = ts.getLineAndCharacterOfPosition(one.file, one.start);
  diagnostics.add({ ...finding, file: diagnostics.fileName(one.file.fileName), line: line + 1, column: character + 1 });
}

/** Absolute paths in the compiler's texts would make reports differ from folder to folder. */
function withoutRoot(text: string, diagnostics: Diagnostics): string {
  return text.replace(/'(\/[^']+|[A-Za-z]:[\\/][^']+)'/g, (_, path: string) => `'${diagnostics.fileName(path)}'`);
}
