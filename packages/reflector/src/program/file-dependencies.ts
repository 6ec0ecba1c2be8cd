import { ownFile } from './own-file.js';
import { ts } from './typescript.js';

/**
 * The files on which the contents of a file may depend. Files are compared by identity: a program
 * created from another one has the same object for an unchanged file.
 */
export class FileDependencies {
  private readonly known = new Map<ts.SourceFile, readonly ts.SourceFile[]>();

  constructor(
    private readonly program: ts.Program,
    private readonly checker: ts.TypeChecker,
  ) {}

  /**
   * Returns the files and their imports, transitively: sources, and the declaration files that they
   * reach.
   */
  of(...files: readonly ts.SourceFile[]): readonly ts.SourceFile[] {
    const found = new Set(files);
    // The loop also visits items that are added meanwhile.
    for (const one of found) for (const imported of this.imported(one)) found.add(imported);
    return [...found];
  }

  /**
   * Returns everything on which any file may depend, whatever it imports: declaration files, global
   * declarations, and the imported packages. The shortest package name becomes the name of a class.
   */
  everywhere(): readonly unknown[] {
    const files = this.program.getSourceFiles();
    const specifiers = files.filter((file) => !file.isDeclarationFile).flatMap(packageSpecifiers);
    return [...files.filter(concernsAll).map(ownFile), ...new Set(specifiers.sort())];
  }

  private imported(file: ts.SourceFile): readonly ts.SourceFile[] {
    if (file.isDeclarationFile) return [];
    let imported = this.known.get(file);
    if (imported === undefined) this.known.set(file, (imported = importsOf(file).flatMap((one) => this.resolved(one))));
    return imported;
  }

  private resolved(specifier: ts.StringLiteralLike): readonly ts.SourceFile[] {
    const module = this.checker.getSymbolAtLocation(specifier);
    return module?.declarations?.map((one) => one.getSourceFile()) ?? [];
  }
}

/**
 * Returns all module specifiers of a file, also in `import('./x').T`. (TypeScript does not publish
 * this member of its source files.)
 */
function importsOf(file: ts.SourceFile): readonly ts.StringLiteralLike[] {
  return (file as { readonly imports?: readonly ts.StringLiteralLike[] }).imports ?? [];
}

function packageSpecifiers(file: ts.SourceFile): readonly string[] {
  return importsOf(file).flatMap(({ text }) => (text.startsWith('.') ? [] : [text]));
}

/**
 * Returns whether a file is a declaration file or a script, or has `declare global` or
 * `declare module 'name'`.
 */
function concernsAll(file: ts.SourceFile): boolean {
  return file.isDeclarationFile || !ts.isExternalModule(file) || file.statements.some(isAugmentation);
}

function isAugmentation(statement: ts.Statement): boolean {
  if (!ts.isModuleDeclaration(statement)) return false;
  return ts.isStringLiteral(statement.name) || (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}
