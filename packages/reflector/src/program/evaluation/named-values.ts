import { FunctionConstant, type Constant, type ConstantObject } from '../constant.js';
import { isChangedInItsFile } from '../changed-constants.js';
import { ts } from '../typescript.js';
import { NoConstant, RUN_TIME, textOf, type Evaluation } from './no-constant.js';

/** Values of names with another value here: the parameters of a function that is followed. */
export type Bindings = ReadonlyMap<ts.Symbol, Evaluation>;

/** Evaluates expressions for the values of names. */
export interface Expressions {
  /** Throws {@link NoConstant}. */
  value(expression: ts.Expression): Constant;
  propertyName(name: ts.PropertyName): string;
}

/**
 * The values of names: `const` variables of any file, enums and their members, `static readonly`
 * properties.
 */
export class NamedValues {
  /** Declarations in evaluation: a declaration that needs itself is not a constant. */
  private readonly active = new Set<ts.Node>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly bindings: Bindings,
    private readonly expressions: Expressions,
  ) {}

  /** Returns the value of a name in an expression. */
  identifier(node: ts.Identifier): Constant {
    if (node.text in GLOBAL_VALUES) return GLOBAL_VALUES[node.text as keyof typeof GLOBAL_VALUES];
    const symbol = this.checker.getSymbolAtLocation(node);
    if (symbol === undefined) throw new NoConstant(node, `${node.text} is not declared`);
    return this.symbol(symbol, node);
  }

  /** @param node - the place of the name */
  symbol(symbol: ts.Symbol, node: ts.Node): Constant {
    const bound = this.bindings.get(symbol);
    if (bound !== undefined) return this.bound(bound);
    const target = this.aliased(symbol);
    const declaration = target.valueDeclaration;
    if (declaration === undefined) throw new NoConstant(node, `${textOf(node)} has no value`);
    if (this.active.has(declaration)) throw new NoConstant(node, `${textOf(node)} needs itself`);
    this.active.add(declaration);
    try {
      return this.declared(declaration, target, node);
    } finally {
      this.active.delete(declaration);
    }
  }

  private bound(evaluation: Evaluation): Constant {
    if ('value' in evaluation) return evaluation.value;
    throw new NoConstant(evaluation.node, evaluation.reason);
  }

  private declared(declaration: ts.Declaration, symbol: ts.Symbol, node: ts.Node): Constant {
    if (ts.isEnumMember(declaration)) return this.enumMember(declaration, node);
    if (ts.isEnumDeclaration(declaration)) return this.enumeration(symbol, node);
    if (ts.isClassDeclaration(declaration) || ts.isFunctionDeclaration(declaration)) {
      return new FunctionConstant(declaration);
    }
    if (ts.isVariableDeclaration(declaration)) {
      if (!(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const)) {
        if (isAmbient(declaration)) throw new NoConstant(node, `${textOf(wholeAccess(node))} ${RUN_TIME}`);
        throw new NoConstant(node, `${textOf(node)} is a variable that can change, so declare it with const`);
      }
      if (isChangedInItsFile(declaration)) {
        throw new NoConstant(node, `${textOf(node)} is changed after its declaration`);
      }
      return this.initialised(declaration, symbol, node);
    }
    if (ts.isPropertyDeclaration(declaration) && isStaticReadonly(declaration)) {
      return this.initialised(declaration, symbol, node);
    }
    if (ts.isExportAssignment(declaration)) return this.expressions.value(declaration.expression);
    throw new NoConstant(node, `${textOf(node)} ${RUN_TIME}`);
  }

  private initialised(
    declaration: ts.VariableDeclaration | ts.PropertyDeclaration,
    symbol: ts.Symbol,
    node: ts.Node,
  ): Constant {
    if (declaration.initializer !== undefined) return this.expressions.value(declaration.initializer);
    // A declaration file has `declare const MAX = 5` (an initialiser), or `declare const MAX: 5`.
    const type = this.checker.getTypeOfSymbol(symbol);
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    throw new NoConstant(node, `${textOf(node)} ${RUN_TIME}`);
  }

  private enumMember(member: ts.EnumMember, node: ts.Node): Constant {
    const value = this.checker.getConstantValue(member);
    if (value === undefined) throw new NoConstant(node, `${textOf(node)} is computed at run time`);
    return value;
  }

  /** Returns the object of an enum at run time, with the reverse entries of its numbers. */
  private enumeration(symbol: ts.Symbol, node: ts.Node): ConstantObject {
    const object = Object.create(null) as Record<string, Constant>;
    for (const declaration of symbol.declarations ?? []) {
      if (!ts.isEnumDeclaration(declaration)) continue;
      for (const member of declaration.members) {
        const value = this.enumMember(member, node);
        object[this.expressions.propertyName(member.name)] = value;
        if (typeof value === 'number') object[String(value)] = this.expressions.propertyName(member.name);
      }
    }
    return object;
  }

  /**
   * Returns the symbol of a member of an enum, namespace or class, which has a separate value.
   * Returns undefined for a property of an object.
   */
  member(node: ts.Expression): ts.Symbol | undefined {
    const symbol = ts.isPropertyAccessExpression(node) ? this.checker.getSymbolAtLocation(node) : undefined;
    const declaration = symbol && this.aliased(symbol).valueDeclaration;
    return declaration !== undefined && hasOwnValue(declaration) ? symbol : undefined;
  }

  private aliased(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }
}

const GLOBAL_VALUES = { undefined, NaN, Infinity } as const;

function hasOwnValue(declaration: ts.Declaration): boolean {
  return (
    ts.isEnumMember(declaration) ||
    ts.isEnumDeclaration(declaration) ||
    ts.isVariableDeclaration(declaration) ||
    ts.isFunctionDeclaration(declaration) ||
    ts.isClassDeclaration(declaration) ||
    (ts.isPropertyDeclaration(declaration) && isStaticReadonly(declaration))
  );
}

/**
 * Returns whether a declaration is a value of the environment: `process`, `globalThis.location`.
 */
function isAmbient(declaration: ts.VariableDeclaration): boolean {
  const isDeclared = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Ambient) !== 0;
  return isDeclared || declaration.getSourceFile().isDeclarationFile;
}

/** Returns the whole access that starts with a node: `process.env.PREFIX` for `process`. */
function wholeAccess(node: ts.Node): ts.Node {
  let whole = node;
  while (isAccess(whole.parent) && whole.parent.expression === whole) whole = whole.parent;
  return whole;
}

function isAccess(node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

function isStaticReadonly(declaration: ts.PropertyDeclaration): boolean {
  const flags = ts.getCombinedModifierFlags(declaration);
  return Boolean(flags & ts.ModifierFlags.Static) && Boolean(flags & ts.ModifierFlags.Readonly);
}
