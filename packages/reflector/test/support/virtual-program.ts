import { join } from 'node:path';
import type ts from 'typescript';
import { ts as typescript } from '../../src/program/typescript.js';

/**
 * A program of sources that exist only in memory, as if they lay in this folder: imports of
 * packages resolve.
 */
export interface VirtualProgram {
  readonly checker: ts.TypeChecker;
  readonly program: ts.Program;
  file(name: string): ts.SourceFile;
  /** The initialiser of a `const` of `main.ts`. */
  initialiser(name: string): ts.Expression;
  /** The instance type of a class of `main.ts`. */
  type(className: string): ts.Type;
}

const folder = join(import.meta.dirname, '..', 'virtual');
const options: ts.CompilerOptions = {
  target: typescript.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: typescript.ModuleKind.NodeNext,
  moduleResolution: typescript.ModuleResolutionKind.NodeNext,
  strict: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  types: [],
};
/** Files of libraries are parsed, and their imports resolved, once per test file. */
const parsed = new Map<string, ts.SourceFile>();
let previous: ts.Program | undefined;

/** `files` by name, `main.ts` among them. */
export function virtualProgram(files: Readonly<Record<string, string>>): VirtualProgram {
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(folder, name), text]));
  const host = typescript.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile, directoryExists } = host;
  host.directoryExists = (name) => name === folder || (directoryExists?.(name) ?? true);
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.getSourceFile = (name, languageVersion) => {
    const text = texts.get(name);
    if (text !== undefined) return typescript.createSourceFile(name, text, languageVersion, true);
    const known = parsed.get(name) ?? getSourceFile.call(host, name, languageVersion);
    if (known !== undefined) parsed.set(name, known);
    return known;
  };
  const program = typescript.createProgram([...texts.keys()], options, host, previous);
  previous = program;
  const checker = program.getTypeChecker();
  const file = (name: string): ts.SourceFile => program.getSourceFile(join(folder, name)) as ts.SourceFile;
  return {
    program,
    checker,
    file,
    initialiser(name) {
      for (const statement of file('main.ts').statements) {
        if (!typescript.isVariableStatement(statement)) continue;
        for (const declaration of statement.declarationList.declarations) {
          if (declaration.name.getText() === name && declaration.initializer) return declaration.initializer;
        }
      }
      throw new Error(`main.ts declares no ${name}`);
    },
    type(className) {
      const found = file('main.ts').statements.find(
        (one): one is ts.ClassDeclaration => typescript.isClassDeclaration(one) && one.name?.text === className,
      );
      if (found === undefined) throw new Error(`main.ts has no class ${className}`);
      return checker.getTypeAtLocation(found);
    },
  };
}
