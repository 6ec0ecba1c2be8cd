import { ts } from '../program/typescript.js';

/**
 * Returns the classes of the project whose value an expression can be, whatever its type: a class,
 * the class that a function returns, and the classes that these extend.
 */
export function returnedClasses(
  expression: ts.Expression,
  checker: ts.TypeChecker,
): ReadonlySet<ts.ClassLikeDeclaration> {
  const walk = new ClassWalk(checker);
  walk.visit(expression);
  return walk.found;
}

class ClassWalk {
  readonly found = new Set<ts.ClassLikeDeclaration>();
  private readonly seen = new Set<ts.Node>();

  constructor(private readonly checker: ts.TypeChecker) {}

  visit(node: ts.Node | undefined): void {
    if (node === undefined || this.seen.has(node)) return;
    this.seen.add(node);
    if (ts.isClassLike(node)) this.classLike(node);
    else if (ts.isCallExpression(node)) this.call(node);
    else if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) this.visit(this.declared(node));
    else if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node))
      this.visit(node.initializer);
    else if (ts.isFunctionLike(node)) this.returned((node as ts.FunctionLikeDeclaration).body);
    // Casts, parentheses, conditions: each part can be the value.
    else if (ts.isExpression(node))
      ts.forEachChild(node, (child) => {
        this.visit(child);
      });
  }

  private classLike(declaration: ts.ClassLikeDeclaration): void {
    this.found.add(declaration);
    const base = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
    this.visit(base?.expression);
  }

  private call({ expression, arguments: args }: ts.CallExpression): void {
    this.visit(expression);
    for (const one of args) this.visit(one);
  }

  /** Visits the values that a function returns, but not those of functions in it. */
  private returned(node: ts.Node | undefined): void {
    if (node === undefined) return;
    if (ts.isExpression(node)) this.visit(node);
    else if (ts.isReturnStatement(node)) this.visit(node.expression);
    else if (!ts.isFunctionLike(node) && !ts.isClassLike(node))
      ts.forEachChild(node, (child) => {
        this.returned(child);
      });
  }

  private declared(node: ts.Identifier | ts.PropertyAccessExpression): ts.Declaration | undefined {
    const local = this.checker.getSymbolAtLocation(ts.isIdentifier(node) ? node : node.name);
    const symbol =
      local !== undefined && local.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(local) : local;
    const declaration = symbol?.valueDeclaration;
    return declaration === undefined || declaration.getSourceFile().isDeclarationFile ? undefined : declaration;
  }
}
