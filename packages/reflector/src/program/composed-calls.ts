import { bindParameters } from './bind-parameters.js';
import type { Bindings } from './evaluate.js';
import { ts } from './typescript.js';

/** A call inside of helpers, with what the parameters of the helpers stand for there. */
export interface ComposedCall {
  readonly call: ts.CallExpression;
  readonly bindings: Bindings;
}

/** What an expression comes to. */
export interface Composition {
  /** In the order of the source. */
  readonly calls: readonly ComposedCall[];
  /** False: a helper uses itself, or helpers use helpers too deep to follow. */
  readonly isComplete: boolean;
}

/** Helpers that call helpers are followed this deep. */
const MAX_DEPTH = 8;

/**
 * The calls that a decorator of the project's own is made of, through helpers of any depth, with their arguments:
 * `const Read = (text: string) => applyDecorators(Tool({ description: text }), ReadOnly())`.
 *
 * @param isWanted - whether a callee is what is looked for
 */
export function composedCalls(
  expression: ts.Expression,
  checker: ts.TypeChecker,
  isWanted: (callee: ts.Expression) => boolean,
): Composition {
  const walk = new CompositionWalk(checker, isWanted);
  walk.visit(expression, new Map());
  return walk;
}

class CompositionWalk implements Composition {
  readonly calls: ComposedCall[] = [];
  isComplete = true;
  /** The helpers that are being followed. */
  private readonly active: ts.Node[] = [];

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly isWanted: (callee: ts.Expression) => boolean,
  ) {}

  visit(node: ts.Node, bindings: Bindings): void {
    if (ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node)) this.call(node, bindings);
    else if (ts.isIdentifier(node) && isValue(node)) this.follow(this.declared(node), bindings);
    else
      ts.forEachChild(node, (child) => {
        this.visit(child, bindings);
      });
  }

  private call(node: ts.CallExpression, bindings: Bindings): void {
    if (this.isWanted(node.expression)) {
      this.calls.push({ call: node, bindings });
      return;
    }
    const helper = functionOf(this.declared(node.expression));
    if (helper !== undefined) this.follow(helper, bindParameters(helper, node, bindings, this.checker) ?? bindings);
    // `Tool()(target, key)`: the inner call makes the decorator.
    else if (ts.isCallExpression(node.expression)) this.call(node.expression, bindings);
    for (const argument of node.arguments) this.visit(argument, bindings);
  }

  /** Into a function, or into what a const stands for. */
  private follow(declaration: ts.Declaration | undefined, bindings: Bindings): void {
    if (declaration === undefined) return;
    const inner = ts.isVariableDeclaration(declaration) ? declaration.initializer : bodyOf(declaration);
    if (inner === undefined) return;
    if (this.active.includes(declaration) || this.active.length >= MAX_DEPTH) {
      this.isComplete = false;
      return;
    }
    this.active.push(declaration);
    this.visit(inner, bindings);
    this.active.pop();
  }

  /** The function or const of the project that an expression names; what a declaration file says has no source. */
  private declared(expression: ts.Expression): ts.Declaration | undefined {
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    if (!ts.isIdentifier(name)) return undefined;
    const local = this.checker.getSymbolAtLocation(name);
    const symbol =
      local !== undefined && local.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(local) : local;
    const declaration = symbol?.valueDeclaration;
    if (declaration === undefined || declaration.getSourceFile().isDeclarationFile) return undefined;
    return ts.isFunctionDeclaration(declaration) || isConst(declaration) ? declaration : undefined;
  }
}

function isConst(declaration: ts.Declaration): boolean {
  return ts.isVariableDeclaration(declaration) && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

function functionOf(declaration: ts.Declaration | undefined): ts.FunctionLikeDeclaration | undefined {
  if (declaration === undefined) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  const initializer = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  const isFunction =
    initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
  return isFunction ? initializer : undefined;
}

function bodyOf(declaration: ts.Declaration): ts.Node | undefined {
  return ts.isFunctionLike(declaration) && 'body' in declaration ? declaration.body : undefined;
}

/** Not the name of a property or of a declaration. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isParameter(parent) && !ts.isVariableDeclaration(parent) && !ts.isBindingElement(parent);
}
