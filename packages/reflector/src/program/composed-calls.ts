import { bindParameters } from './bind-parameters.js';
import type { Bindings } from './evaluate.js';
import { ts } from './typescript.js';

/** A call inside helpers, with the values of the helpers' parameters. */
export interface ComposedCall {
  readonly call: ts.CallExpression;
  readonly bindings: Bindings;
}

/** The calls of an expression. */
export interface Composition {
  /** The calls in the order of the source. */
  readonly calls: readonly ComposedCall[];
  /**
   * Whether all helpers were followed. False if a helper calls itself, or helpers are nested too
   * deep.
   */
  readonly isComplete: boolean;
}

/** The greatest depth of helpers that call helpers. */
const MAX_DEPTH = 8;

/**
 * Finds the calls inside custom decorators, through helpers of any depth, with their arguments:
 * `const Read = (text: string) => applyDecorators(Tool({ description: text }), ReadOnly())`.
 */
export class Compositions {
  /**
   * Whether a helper leads to a wanted call. Most functions of a project do not, and are visited
   * once.
   */
  private readonly known = new Map<ts.Declaration, boolean>();

  /** @param isWanted - returns whether a callee is wanted */
  constructor(
    private readonly checker: ts.TypeChecker,
    readonly isWanted: (callee: ts.Expression) => boolean,
  ) {}

  /** Returns the calls of a decorator's expression. */
  of(expression: ts.Expression): Composition {
    const walk = new CompositionWalk(this, this.checker);
    walk.visit(expression, new Map());
    return walk;
  }

  /**
   * Returns the helper or const of the project that an expression names, if it leads to a wanted
   * call.
   */
  helper(expression: ts.Expression): ts.Declaration | undefined {
    const declaration = this.declared(expression);
    return declaration !== undefined && this.reaches(declaration) ? declaration : undefined;
  }

  private reaches(declaration: ts.Declaration): boolean {
    const known = this.known.get(declaration);
    if (known !== undefined) return known;
    const seen = new Set([declaration]);
    // The loop also visits items that are added meanwhile.
    for (const one of seen) {
      if (!this.isMentioned(bodyOf(one), seen)) continue;
      this.known.set(declaration, true);
      return true;
    }
    for (const one of seen) this.known.set(one, false);
    return false;
  }

  /** Returns whether a node calls a wanted function. Adds the helpers that it names to `seen`. */
  private isMentioned(node: ts.Node | undefined, seen: Set<ts.Declaration>): boolean {
    if (node === undefined || ts.isTypeNode(node)) return false;
    if (ts.isCallExpression(node) && this.isWanted(node.expression)) return true;
    const named = ts.isExpression(node) ? this.declared(node) : undefined;
    if (named !== undefined && this.known.get(named) !== false) seen.add(named);
    return ts.forEachChild(node, (child) => this.isMentioned(child, seen) || undefined) === true;
  }

  /** Returns a declaration with source. A declaration file has none. */
  private declared(expression: ts.Expression): ts.Declaration | undefined {
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    if (!ts.isIdentifier(name) || (name === expression && !isValue(name))) return undefined;
    const local = this.checker.getSymbolAtLocation(name);
    const symbol =
      local !== undefined && local.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(local) : local;
    const declaration = symbol?.valueDeclaration;
    if (declaration === undefined || declaration.getSourceFile().isDeclarationFile) return undefined;
    return ts.isFunctionDeclaration(declaration) || isConst(declaration) ? declaration : undefined;
  }
}

class CompositionWalk implements Composition {
  readonly calls: ComposedCall[] = [];
  isComplete = true;
  /** The helpers on the current path. */
  private readonly active: ts.Node[] = [];

  constructor(
    private readonly compositions: Compositions,
    private readonly checker: ts.TypeChecker,
  ) {}

  visit(node: ts.Node | undefined, bindings: Bindings): void {
    if (node === undefined || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node)) this.call(node, bindings);
    else if (ts.isIdentifier(node)) this.follow(this.compositions.helper(node), bindings);
    else
      ts.forEachChild(node, (child) => {
        this.visit(child, bindings);
      });
  }

  private call(node: ts.CallExpression, bindings: Bindings): void {
    if (this.compositions.isWanted(node.expression)) {
      this.calls.push({ call: node, bindings });
      return;
    }
    const helper = this.compositions.helper(node.expression);
    const called = functionOf(helper);
    if (called !== undefined) {
      this.follow(helper, bindParameters(called, node, bindings, this.checker) ?? bindings);
    } else if (ts.isCallExpression(node.expression)) {
      // `Tool()(target, key)`: the inner call creates the decorator.
      this.call(node.expression, bindings);
    }
    for (const argument of node.arguments) this.visit(argument, bindings);
  }

  /** Follows a function, or the value of a const. */
  private follow(declaration: ts.Declaration | undefined, bindings: Bindings): void {
    if (declaration === undefined) return;
    if (this.active.includes(declaration) || this.active.length >= MAX_DEPTH) {
      this.isComplete = false;
      return;
    }
    this.active.push(declaration);
    this.visit(bodyOf(declaration), bindings);
    this.active.pop();
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

/** Returns the body of a function, or the value of a const. */
function bodyOf(declaration: ts.Declaration): ts.Node | undefined {
  if (ts.isVariableDeclaration(declaration)) return declaration.initializer;
  return ts.isFunctionDeclaration(declaration) ? declaration.body : undefined;
}

/** Returns whether an identifier is a value, not the name of a property or of a declaration. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isParameter(parent) && !ts.isVariableDeclaration(parent) && !ts.isBindingElement(parent);
}
