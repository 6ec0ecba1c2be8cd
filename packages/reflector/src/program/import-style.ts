import type { ProjectModel } from '../model.js';
import { ts } from './typescript.js';

/** How the project writes relative imports: as most of them are; without any, as its module resolution wants it. */
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

/** How the project loads a module on demand: Node16 and NodeNext leave `import()` as it is, in files that become CommonJS too. */
export function lazyImport(
  style: ProjectModel['importStyle'],
  { module }: ts.CompilerOptions,
): ProjectModel['lazyImport'] {
  const isLeftToNode = module !== undefined && module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
  return style === '' && isLeftToNode ? 'require' : 'import';
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
    (moduleResolution === undefined &&
      module !== undefined &&
      module >= ts.ModuleKind.Node16 &&
      module <= ts.ModuleKind.NodeNext);
  if (options.allowImportingTsExtensions === true) return '.ts';
  return strict ? '.js' : '';
}
