import type ts from 'typescript';

/**
 * The names of the variables and properties that a program sets. JavaScript can give them other
 * values than the compiler expects from their declarations.
 */
export class AssignedNames {
  /** Properties that objects can have because of the program. */
  private readonly created = new Set<string>();
  /** Properties and variables that can have values of other types because of the program. */
  private readonly changed = new Set<string>();

  constructor(
    private readonly compiler: typeof ts,
    source: ts.SourceFile,
  ) {
    const visit = (node: ts.Node): void => {
      this.add(node);
      compiler.forEachChild(node, visit);
    };
    visit(source);
  }

  /** Returns whether the program gives an object a property with this name. */
  canCreate(name: string): boolean {
    return this.created.has(name);
  }

  /**
   * Returns whether the value of an expression comes from a variable or a property with a value of
   * another type. A declared type counts.
   */
  canChange(expression: ts.Expression, checker: ts.TypeChecker): boolean {
    const { compiler } = this;
    if (compiler.isIdentifier(expression)) return this.changed.has(expression.text) && !isTyped(expression, checker);
    if (compiler.isPropertyAccessExpression(expression) && this.changed.has(expression.name.text)) return true;
    const isChain =
      compiler.isPropertyAccessExpression(expression) ||
      compiler.isElementAccessExpression(expression) ||
      compiler.isCallExpression(expression) ||
      compiler.isParenthesizedExpression(expression) ||
      compiler.isNonNullExpression(expression);
    return isChain && this.canChange(expression.expression, checker);
  }

  private add(node: ts.Node): void {
    const { compiler } = this;
    if (compiler.isIdentifier(node) && this.isTarget(node)) this.changed.add(node.text);
    if (compiler.isPropertyAccessExpression(node) && this.isTarget(node)) this.addProperty(node.name.text);
    if (compiler.isObjectLiteralExpression(node) && !this.isArgumentOfTool(node)) this.addObject(node);
    if (compiler.isCallExpression(node)) this.addDefined(node);
  }

  private addProperty(name: string): void {
    this.created.add(name);
    this.changed.add(name);
  }

  /** Returns whether a node is on the left of an assignment, such as `a = 1` or `[a] = list`. */
  private isTarget(node: ts.Node): boolean {
    const { compiler } = this;
    const { parent } = node;
    if (compiler.isBinaryExpression(parent))
      return parent.left === node && this.isAssignment(parent.operatorToken.kind);
    if (compiler.isForOfStatement(parent) || compiler.isForInStatement(parent)) return parent.initializer === node;
    if (compiler.isDeleteExpression(parent)) return true;
    const isPart =
      compiler.isArrayLiteralExpression(parent) ||
      compiler.isObjectLiteralExpression(parent) ||
      compiler.isSpreadElement(parent) ||
      compiler.isShorthandPropertyAssignment(parent) ||
      (compiler.isPropertyAssignment(parent) && parent.initializer === node);
    return isPart && this.isTarget(parent);
  }

  private isAssignment(kind: ts.SyntaxKind): boolean {
    const { FirstAssignment, LastAssignment } = this.compiler.SyntaxKind;
    return kind >= FirstAssignment && kind <= LastAssignment;
  }

  private isArgumentOfTool({ parent }: ts.ObjectLiteralExpression): boolean {
    const { compiler } = this;
    if (!compiler.isCallExpression(parent) || !compiler.isPropertyAccessExpression(parent.expression)) return false;
    return isNamed(compiler, parent.expression.expression, 'tools');
  }

  /**
   * Adds the properties of `{ ...order, age: 1 }`. `{ name: order.name }` neither proves that there
   * is a name, nor changes its type.
   */
  private addObject(object: ts.ObjectLiteralExpression): void {
    const { compiler } = this;
    for (const property of object.properties) {
      const name = property.name !== undefined && compiler.isIdentifier(property.name) ? property.name.text : undefined;
      if (name === undefined) continue;
      if (!this.reads(property, name)) this.created.add(name);
      if (!compiler.isPropertyAssignment(property) || !this.isProperty(property.initializer, name))
        this.changed.add(name);
    }
  }

  private reads(node: ts.Node, name: string): boolean {
    if (this.isProperty(node, name)) return true;
    return this.compiler.forEachChild(node, (child) => this.reads(child, name)) ?? false;
  }

  private isProperty(node: ts.Node, name: string): boolean {
    return this.compiler.isPropertyAccessExpression(node) && node.name.text === name;
  }

  /** `Object.defineProperty` names the property in a string. */
  private addDefined({ expression, arguments: args }: ts.CallExpression): void {
    const { compiler } = this;
    if (!compiler.isPropertyAccessExpression(expression) || !isNamed(compiler, expression.expression, 'Object')) return;
    for (const argument of args) if (compiler.isStringLiteralLike(argument)) this.addProperty(argument.text);
  }
}

/** Returns whether a variable is declared with a type. */
function isTyped(variable: ts.Identifier, checker: ts.TypeChecker): boolean {
  const declaration = checker.getSymbolAtLocation(variable)?.valueDeclaration;
  return declaration !== undefined && 'type' in declaration && declaration.type !== undefined;
}

function isNamed(compiler: typeof ts, node: ts.Node, name: string): boolean {
  return compiler.isIdentifier(node) && node.text === name;
}
