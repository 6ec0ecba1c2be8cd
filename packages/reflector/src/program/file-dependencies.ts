import { ts } from './typescript.js';

/**
 * Which files what a file says may depend on. Files are compared by identity: a program that is made after another one has
 * the same object for a file that did not change.
 */
export class FileDependencies {
  private readonly known = new Map<ts.SourceFile, readonly ts.SourceFile[]>();

  constructor(
    private readonly program: ts.Program,
    private readonly checker: ts.TypeChecker,
  ) {}

  /** The file itself, and everything that it imports, and what that imports: the sources, and the declaration files they meet. */
  of(file: ts.SourceFile): readonly ts.SourceFile[] {
    const found = new Set([file]);
    // What is added while the set is walked is walked too.
    for (const one of found) for (const imported of this.imported(one)) found.add(imported);
    return [...found];
  }

  /**
   * What every file may depend on, whatever it imports: declaration files, files that declare for the whole program, and the
   * packages that are imported, since a class is named by the shortest of them.
   */
  everywhere(): readonly unknown[] {
    const files = this.program.getSourceFiles();
    const specifiers = files.filter((file) => !file.isDeclarationFile).flatMap(packageSpecifiers);
    return [...files.filter(concernsAll), ...new Set(specifiers.sort())];
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

/** All module specifiers of a file, also in `import('./x').T`. (TypeScript does not publish this member of its source files.) */
function importsOf(file: ts.SourceFile): readonly ts.StringLiteralLike[] {
  return (file as { readonly imports?: readonly ts.StringLiteralLike[] }).imports ?? [];
}

function packageSpecifiers(file: ts.SourceFile): readonly string[] {
  return importsOf(file).flatMap(({ text }) => (text.startsWith('.') ? [] : [text]));
}

/** A declaration file, a script, or a file with `declare global` or `declare module 'name'`. */
function concernsAll(file: ts.SourceFile): boolean {
  return file.isDeclarationFile || !ts.isExternalModule(file) || file.statements.some(isAugmentation);
}

function isAugmentation(statement: ts.Statement): boolean {
  if (!ts.isModuleDeclaration(statement)) return false;
  return ts.isStringLiteral(statement.name) || (statement.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}
