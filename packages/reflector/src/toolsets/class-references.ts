import type { ExportReference } from '../model.js';
import type { PackageManifests } from '../program/package-manifests.js';
import { ts } from '../program/typescript.js';

/** Finds the import of a class or a function for the generated module. */
export class ClassReferences {
  private readonly known = new Map<ts.Symbol, ExportReference | undefined>();
  private imports: ReadonlyMap<string, ts.Symbol> | undefined;

  constructor(
    private readonly program: ts.Program,
    private readonly checker: ts.TypeChecker,
    private readonly manifests: PackageManifests,
  ) {}

  /** Returns undefined if no module exports it. */
  of(symbol: ts.Symbol): ExportReference | undefined {
    if (!this.known.has(symbol)) this.known.set(symbol, this.find(symbol));
    return this.known.get(symbol);
  }

  private find(symbol: ts.Symbol): ExportReference | undefined {
    const declaration = symbol.valueDeclaration;
    if (declaration === undefined || !isReferable(declaration)) return undefined;
    const name =
      declaration.name !== undefined && ts.isIdentifier(declaration.name) ? declaration.name.text : 'default';
    const file = declaration.getSourceFile();
    if (this.isForeign(file)) {
      for (const [specifier, module] of this.foreignImports()) {
        const exportName = this.exportName(symbol, module);
        if (exportName !== undefined) return { exportName, name, from: { specifier } };
      }
      if (file.isDeclarationFile) return undefined;
    }
    const module = this.checker.getSymbolAtLocation(file);
    const exportName = module === undefined ? undefined : this.exportName(symbol, module);
    return exportName === undefined ? undefined : { exportName, name, from: { file: file.fileName } };
  }

  private exportName(symbol: ts.Symbol, module: ts.Symbol): string | undefined {
    const found = this.checker.getExportsOfModule(module).filter((one) => this.target(one) === symbol);
    // Every tool supports a name that needs no quotes.
    return (found.find((one) => /^[\w$]+$/.test(one.name)) ?? found[0])?.name;
  }

  private target(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /**
   * Returns whether a file is in node_modules or another project. Its exports are imported by the
   * name of the package.
   */
  private isForeign(file: ts.SourceFile): boolean {
    if (file.isDeclarationFile || this.program.isSourceFileFromExternalLibrary(file)) return true;
    const root = this.program.getRootFileNames()[0];
    return root !== undefined && this.manifests.of(file.fileName)?.name !== this.manifests.of(root)?.name;
  }

  /** Returns the packages that the project's own files import, shortest names first. */
  private foreignImports(): ReadonlyMap<string, ts.Symbol> {
    if (this.imports !== undefined) return this.imports;
    const found = new Map<string, ts.Symbol>();
    for (const file of this.program.getSourceFiles()) {
      if (file.isDeclarationFile || this.program.isSourceFileFromExternalLibrary(file)) continue;
      for (const statement of file.statements) {
        if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
        const { text } = statement.moduleSpecifier;
        const symbol = this.checker.getSymbolAtLocation(statement.moduleSpecifier);
        if (!text.startsWith('.') && symbol !== undefined) found.set(text, symbol);
      }
    }
    this.imports = new Map([...found].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)));
    return this.imports;
  }
}

function isReferable(
  declaration: ts.Declaration,
): declaration is ts.ClassLikeDeclaration | ts.FunctionDeclaration | ts.VariableDeclaration {
  return ts.isClassLike(declaration) || ts.isFunctionDeclaration(declaration) || ts.isVariableDeclaration(declaration);
}
