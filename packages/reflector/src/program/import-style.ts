import type { ProjectModel } from '../model.js';
import { ts } from './typescript.js';

/**
 * Returns the style of most relative imports in the project. Without any, returns the style for its
 * module resolution.
 */
export function importStyle(files: readonly ts.SourceFile[], options: ts.CompilerOptions): ProjectModel['importStyle'] {
  const counts = { '.js': 0, '': 0, '.ts': 0 };
  for (const file of files) {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      const specifier = statement.moduleSpecifier;
      if (specifier === undefined || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) continue;
      counts[styleOf(specifier.text)]++;
    }
  }
  const styles = ['.js', '', '.ts'] as const;
  const [most] = [...styles].sort((a, b) => counts[b] - counts[a]);
  return most === undefined || counts[most] === 0 ? defaultStyle(options) : most;
}

/**
 * Returns the way to load a module lazily: Node16 and NodeNext keep `import()`, also in files that
 * become CommonJS.
 */
export function lazyImport(
  style: ProjectModel['importStyle'],
  { module }: ts.CompilerOptions,
): ProjectModel['lazyImport'] {
  return style === '' && isLeftToNode(module) ? 'require' : 'import';
}

/** Returns whether the compiler writes `require` for the imports of a file. */
export function isCommonJs({ impliedNodeFormat }: ts.SourceFile, { module }: ts.CompilerOptions): boolean {
  if (module === ts.ModuleKind.CommonJS) return true;
  return isLeftToNode(module) && impliedNodeFormat === ts.ModuleKind.CommonJS;
}

function isLeftToNode(module: ts.ModuleKind | undefined): boolean {
  return module !== undefined && module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
}

function styleOf(specifier: string): '.js' | '' | '.ts' {
  if (/\.[cm]?tsx?$/.test(specifier)) return '.ts';
  return /\.[cm]?jsx?$/.test(specifier) ? '.js' : '';
}

function defaultStyle(options: ts.CompilerOptions): '.js' | '' | '.ts' {
  const { moduleResolution, module } = options;
  const strict =
    moduleResolution === ts.ModuleResolutionKind.Node16 ||
    moduleResolution === ts.ModuleResolutionKind.NodeNext ||
    (moduleResolution === undefined && isLeftToNode(module));
  if (options.allowImportingTsExtensions === true) return '.ts';
  return strict ? '.js' : '';
}
