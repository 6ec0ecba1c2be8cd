import * as nodeModule from 'node:module';
import type ts from 'typescript';
import type { CodeProblem } from '../../code-backend.js';
import { readLibraries } from './libraries.js';
import { Mistakes } from './mistakes.js';
import { messageOf } from './message-of.js';
import { SANDBOX_DECLARATIONS } from './sandbox-declarations.js';
import { usesTypes } from './uses-types.js';

/** The most problems that are reported. */
const MOST_PROBLEMS = 10;

/** The program is the body of an async function, as in the sandbox. */
const HEAD = 'async function __program() {\n';
const TAIL = '\n}';

const SANDBOX_FILE = '/sandbox.d.ts';
const TOOLS_FILE = '/tools.d.ts';

/**
 * Finds certain mistakes in programs. Keeps the parsed libraries, the declarations of the tools and
 * the last program, so that a further check costs a fraction of the first one.
 */
export class ProgramCompiler {
  private readonly ts: typeof ts;
  private readonly files = new Map<string, ts.SourceFile>();
  private readonly host: ts.CompilerHost;
  private readonly options: ts.CompilerOptions;
  private readonly libraries: readonly string[];
  private last: ts.Program | undefined;

  /** @param require - loads TypeScript */
  constructor(require: NodeJS.Require) {
    this.ts = require('typescript') as typeof ts;
    for (const [name, text] of readLibraries(this.ts.getDefaultLibFilePath({}))) this.add(name, text);
    this.add(SANDBOX_FILE, SANDBOX_DECLARATIONS);
    this.libraries = [...this.files.keys()];
    this.host = hostOf(this.files);
    this.options = optionsOf(this.ts);
  }

  /**
   * Returns the problems of a program in the order of the code.
   *
   * @param declarations - the declarations of the tools
   */
  problemsOf(code: string, declarations: string): readonly CodeProblem[] {
    if (this.files.get(TOOLS_FILE)?.text !== declarations) this.add(TOOLS_FILE, declarations);
    const source = this.addProgram(code);
    const program = this.ts.createProgram({
      rootNames: [...this.libraries, TOOLS_FILE, source.fileName],
      options: this.options,
      host: this.host,
      ...(this.last !== undefined && { oldProgram: this.last }),
    });
    this.last = program;
    const found = this.diagnosticsOf(program, source);
    return firstOf(found.map((one) => problemOf(code, one)));
  }

  private diagnosticsOf(program: ts.Program, source: ts.SourceFile): readonly ts.Diagnostic[] {
    // A compiler reports types in JavaScript as errors of the syntax, with codes from 8000 on.
    const syntax = program.getSyntacticDiagnostics(source).filter(({ code }) => code < 8_000);
    if (syntax.length > 0) return syntax;
    const mistakes = new Mistakes(this.ts, program.getTypeChecker(), source);
    return program.getSemanticDiagnostics(source).filter((one) => mistakes.includes(one));
  }

  /** Parses the program as JavaScript, or as TypeScript if it uses types. */
  private addProgram(code: string): ts.SourceFile {
    const typed = this.parse('/program.ts', HEAD + code + TAIL);
    const source = usesTypes(this.ts, typed) ? typed : this.parse('/program.js', HEAD + code + TAIL);
    this.files.set(source.fileName, source);
    return source;
  }

  private add(name: string, text: string): void {
    this.files.set(name, this.parse(name, text));
  }

  private parse(name: string, text: string): ts.SourceFile {
    const { ScriptTarget, JSDocParsingMode } = this.ts;
    // TypeScript before 5.3 has no such modes.
    const comments = 'JSDocParsingMode' in this.ts && { jsDocParsingMode: JSDocParsingMode.ParseNone };
    return this.ts.createSourceFile(name, text, { languageVersion: ScriptTarget.ESNext, ...comments }, true);
  }
}

function hostOf(files: ReadonlyMap<string, ts.SourceFile>): ts.CompilerHost {
  return {
    getSourceFile: (name) => files.get(name),
    // No module exists, also not one with the name of a file of the check.
    fileExists: () => false,
    readFile: () => undefined,
    writeFile: () => undefined,
    getDefaultLibFileName: () => SANDBOX_FILE,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
  };
}

/** Not strict: a program without types has no mistakes that only strict TypeScript knows. */
function optionsOf({ ModuleKind, ScriptTarget }: typeof ts): ts.CompilerOptions {
  return {
    allowJs: true,
    checkJs: true,
    strict: false,
    noEmit: true,
    noLib: true,
    types: [],
    target: ScriptTarget.ESNext,
    module: ModuleKind.ESNext,
    // Where Node removes types, it accepts only syntax without effects.
    ...('stripTypeScriptTypes' in nodeModule && { erasableSyntaxOnly: true }),
  };
}

function problemOf(code: string, diagnostic: ts.Diagnostic): CodeProblem {
  // The end of an unfinished program is behind the code.
  const at = Math.min(Math.max(0, (diagnostic.start ?? 0) - HEAD.length), code.trimEnd().length);
  const before = code.slice(0, at).split(/\r\n|[\n\r\u2028\u2029]/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1, message: messageOf(diagnostic) };
}

/** Returns the first problems, without further ones at the same place. */
function firstOf(problems: readonly CodeProblem[]): readonly CodeProblem[] {
  const places = new Map(problems.map((one) => [`${String(one.line)}:${String(one.column)}`, one] as const).reverse());
  return [...places.values()].sort((a, b) => a.line - b.line || a.column - b.column).slice(0, MOST_PROBLEMS);
}
