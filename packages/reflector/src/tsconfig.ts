/*
 * Reads a tsconfig as the compiler of its project does. An entry point of its own, because it loads
 * the compiler.
 */

import { dirname, resolve } from 'node:path';
import { Diagnostics } from './diagnostics/diagnostics.js';
import { withDefaultsSince6 } from './program/compiler-defaults.js';
import { parseConfig } from './program/parse-config.js';
import { projectTypeScriptMajor } from './program/project-typescript.js';
import { ts } from './program/typescript.js';

/** A tsconfig with the options of the files that it extends, as the project's compiler reads it. */
export interface Tsconfig {
  /** Absolute paths of the source files. */
  readonly files: readonly string[];
  /** Absolute paths of the tsconfig files in `references`. */
  readonly references: readonly string[];
  readonly experimentalDecorators: boolean;
  /** Whether TypeScript allows only syntax that Node can erase, so no parameter properties. */
  readonly erasableSyntaxOnly: boolean;
  /** Whether `module` is `node16` or `node18`, where CommonJS cannot import ECMAScript modules. */
  readonly isBeforeRequire: boolean;
  /** Whether `moduleResolution` is set. */
  readonly setsResolution: boolean;
  /** Whether the compiler reads the `exports` of packages. */
  readonly readsExports: boolean;
  /** Whether the compiler writes JavaScript. Otherwise, a bundler or a framework does. */
  readonly writesCode: boolean;
  /**
   * Returns the absolute path of the JavaScript file that the compiler writes for a source file.
   *
   * @returns undefined if the compiler writes none
   */
  outputOf(file: string): string | undefined;
}

/**
 * Reads a tsconfig. Ignores its errors, which a build reports.
 *
 * @param path - the absolute path
 * @returns undefined if the file does not exist
 */
export function readTsconfig(path: string): Tsconfig | undefined {
  const parsed = parseConfig(path, new Diagnostics(dirname(path)));
  if (parsed === undefined) return undefined;
  const isNewer = projectTypeScriptMajor(path) >= 6;
  const said = parsed.options;
  const options = isNewer ? { rootDir: dirname(path), ...withDefaultsSince6(said) } : said;
  const { module = moduleOf(options) } = options;
  return {
    files: parsed.fileNames.map((file) => resolve(file)),
    references: (parsed.projectReferences ?? []).map((one) => resolve(ts.resolveProjectReferencePath(one))),
    experimentalDecorators: options.experimentalDecorators === true,
    erasableSyntaxOnly: options.erasableSyntaxOnly === true,
    isBeforeRequire: module >= ts.ModuleKind.Node16 && module < ts.ModuleKind.Node20,
    setsResolution: said.moduleResolution !== undefined,
    readsExports: readsExports(options.moduleResolution, module),
    writesCode: writesCode(options),
    outputOf: (file) => outputOf({ ...parsed, options }, file),
  };
}

/** The kind of modules before TypeScript 6, if the tsconfig names none. */
function moduleOf({ target = ts.ScriptTarget.ES5 }: ts.CompilerOptions): ts.ModuleKind {
  return target >= ts.ScriptTarget.ES2015 ? ts.ModuleKind.ES2015 : ts.ModuleKind.CommonJS;
}

function readsExports(resolution: ts.ModuleResolutionKind | undefined, module: ts.ModuleKind): boolean {
  if (resolution === undefined) return module >= ts.ModuleKind.Node16;
  return resolution !== ts.ModuleResolutionKind.Node10 && resolution !== ts.ModuleResolutionKind.Classic;
}

function writesCode({ noEmit, emitDeclarationOnly }: ts.CompilerOptions): boolean {
  return noEmit !== true && emitDeclarationOnly !== true;
}

function outputOf(parsed: ts.ParsedCommandLine, file: string): string | undefined {
  const source = parsed.fileNames.find((one) => resolve(one) === file);
  if (!writesCode(parsed.options) || source === undefined) return undefined;
  const outputs = ts.getOutputFileNames(parsed, source, !ts.sys.useCaseSensitiveFileNames);
  const output = outputs.find((one) => /\.[cm]?jsx?$/.test(one));
  return output === undefined ? undefined : resolve(output);
}
