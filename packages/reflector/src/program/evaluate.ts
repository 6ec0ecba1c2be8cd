import type ts from 'typescript';
import { constantText, FunctionConstant, isConstantObject, type Constant, type ConstantObject } from './constant.js';
import { isChangedInItsFile } from './changed-constants.js';
import { ts as typescript } from './typescript.js';

/** The value of an expression, or why it has none at build time and where the reason stands. */
export type Evaluation = { readonly value: Constant } | NotConstant;

/** Why an expression is no constant. */
export interface NotConstant {
  /** A clause for a message: `process.env.LIMIT ${RUN_TIME}`. */
  readonly reason: string;
  readonly node: ts.Node;
}

/** Values of names that stand for something else here: the parameters of a function that is followed. */
export type Bindings = ReadonlyMap<ts.Symbol, Evaluation>;

/**
 * Evaluates what can be known without running the program: literals, operators on them, templates, regular expressions,
 * `const` variables of any file, their properties and items, spreads, enums, `static readonly` properties,
 * `Object.values(...)`. A variable that is declared with `let`, a call and everything of the environment is no constant;
 * a function or a class is a {@link FunctionConstant}.
 */
export function evaluate(expression: ts.Expression, checker: ts.TypeChecker, bindings?: Bindings): Evaluation {
  return caught(() => new Evaluator(checker, bindings ?? new Map()).value(expression));
}

/**
 * The properties of an object expression, each evaluated for itself, so that one that is no constant does not hide the
 * others. Undefined when the expression is no object.
 */
export function evaluateProperties(
  expression: ts.Expression,
  checker: ts.TypeChecker,
  bindings?: Bindings,
): ReadonlyMap<string, Evaluation> | NotConstant {
  const evaluator = new Evaluator(checker, bindings ?? new Map());
  const properties = new Map<string, Evaluation>();
  const literal = unwrapped(expression);
  if (!typescript.isObjectLiteralExpression(literal)) {
    const whole = caught(() => evaluator.value(literal));
    if (!('value' in whole)) return whole;
    if (!isConstantObject(whole.value)) return { reason: `${textOf(literal)} is no object`, node: literal };
    for (const [name, value] of Object.entries(whole.value)) properties.set(name, { value });
    return properties;
  }
  for (const property of literal.properties) {
    if (typescript.isSpreadAssignment(property)) {
      const spread = evaluateProperties(property.expression, checker, bindings);
      if (!(spread instanceof Map)) return spread;
      for (const [name, value] of spread as ReadonlyMap<string, Evaluation>) properties.set(name, value);
    } else {
      const name = caught(() => evaluator.propertyName(property.name));
      if (!('value' in name)) return name;
      properties.set(
        constantText(name.value),
        caught(() => evaluator.propertyValue(property)),
      );
    }
  }
  return properties;
}

/** Thrown inside the evaluator and caught at its door; never seen outside. */
class NoConstant extends Error {
  constructor(
    readonly node: ts.Node,
    readonly reason: string,
  ) {
    super(reason);
  }
}

function caught(compute: () => Constant): Evaluation {
  try {
    return { value: compute() };
  } catch (error) {
    if (error instanceof NoConstant) return { reason: error.reason, node: error.node };
    throw error;
  }
}

class Evaluator {
  /** Declarations that are being evaluated: a constant that needs itself is none. */
  private readonly active = new Set<ts.Node>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly bindings: Bindings,
  ) {}

  value(expression: ts.Expression): Constant {
    const node = unwrapped(expression);
    if (typescript.isStringLiteralLike(node)) return node.text;
    if (typescript.isNumericLiteral(node)) return Number(node.text);
    if (typescript.isBigIntLiteral(node)) return BigInt(node.text.slice(0, -1));
    if (typescript.isRegularExpressionLiteral(node)) return this.regularExpressionLiteral(node);
    if (typescript.isTemplateExpression(node)) return this.template(node);
    if (typescript.isArrayLiteralExpression(node)) return this.array(node);
    if (typescript.isObjectLiteralExpression(node)) return this.object(node);
    if (typescript.isPrefixUnaryExpression(node)) return this.unary(node);
    if (typescript.isBinaryExpression(node)) return this.binary(node);
    if (typescript.isConditionalExpression(node)) {
      return this.value(this.value(node.condition) ? node.whenTrue : node.whenFalse);
    }
    if (typescript.isIdentifier(node)) return this.identifier(node);
    if (typescript.isPropertyAccessExpression(node)) return this.access(node, node.expression, node.name.text);
    if (typescript.isElementAccessExpression(node)) {
      return this.access(node, node.expression, constantText(this.value(node.argumentExpression)));
    }
    if (typescript.isNewExpression(node)) return this.construction(node);
    if (typescript.isCallExpression(node)) return this.call(node);
    if (isFunctionLike(node)) return new FunctionConstant(node);
    switch (node.kind) {
      case typescript.SyntaxKind.TrueKeyword:
        return true;
      case typescript.SyntaxKind.FalseKeyword:
        return false;
      case typescript.SyntaxKind.NullKeyword:
        return null;
      case typescript.SyntaxKind.VoidExpression:
        return undefined;
      default:
        throw new NoConstant(node, `${textOf(node)} ${RUN_TIME}`);
    }
  }

  propertyName(name: ts.PropertyName): string {
    if (typescript.isComputedPropertyName(name)) return constantText(this.value(name.expression));
    if (typescript.isPrivateIdentifier(name)) throw new NoConstant(name, `${name.text} is private`);
    return name.text;
  }

  propertyValue(property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>): Constant {
    if (typescript.isPropertyAssignment(property)) return this.value(property.initializer);
    if (typescript.isMethodDeclaration(property)) return new FunctionConstant(property);
    if (typescript.isShorthandPropertyAssignment(property)) {
      const symbol = this.checker.getShorthandAssignmentValueSymbol(property);
      if (symbol !== undefined) return this.symbol(symbol, property.name);
    }
    throw new NoConstant(property, `${textOf(property)} ${RUN_TIME}`);
  }

  private regularExpressionLiteral(node: ts.RegularExpressionLiteral): RegExp {
    const end = node.text.lastIndexOf('/');
    return this.regularExpression(node, node.text.slice(1, end), node.text.slice(end + 1));
  }

  private regularExpression(node: ts.Node, source: string, flags: string | undefined): RegExp {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      throw new NoConstant(node, `${textOf(node)} is no regular expression (${(error as Error).message})`);
    }
  }

  private template(node: ts.TemplateExpression): string {
    let text = node.head.text;
    for (const span of node.templateSpans) {
      const value = this.value(span.expression);
      if (typeof value === 'object' && value !== null) {
        throw new NoConstant(span.expression, `${textOf(span.expression)} has no text at build time`);
      }
      text += `${String(value)}${span.literal.text}`;
    }
    return text;
  }

  private array(node: ts.ArrayLiteralExpression): readonly Constant[] {
    return node.elements.flatMap((element) => {
      if (!typescript.isSpreadElement(element)) return [this.value(element)];
      const spread = this.value(element.expression);
      if (Array.isArray(spread)) return spread as readonly Constant[];
      if (typeof spread === 'string') return Array.from(spread);
      throw new NoConstant(element, `${textOf(element.expression)} is no list at build time`);
    });
  }

  private object(node: ts.ObjectLiteralExpression): ConstantObject {
    // A property called `__proto__` is written like any other here; the prototype is never set.
    const object = Object.create(null) as Record<string, Constant>;
    for (const property of node.properties) {
      if (typescript.isSpreadAssignment(property)) {
        const spread = this.value(property.expression);
        if (isConstantObject(spread)) Object.assign(object, spread);
        else if (spread) throw new NoConstant(property, `${textOf(property.expression)} is no object at build time`);
      } else {
        object[this.propertyName(property.name)] = this.propertyValue(property);
      }
    }
    return object;
  }

  private unary(node: ts.PrefixUnaryExpression): Constant {
    const operand = this.value(node.operand);
    switch (node.operator) {
      case typescript.SyntaxKind.MinusToken:
        return typeof operand === 'bigint' ? -operand : -this.number(operand, node.operand);
      case typescript.SyntaxKind.PlusToken:
        return this.number(operand, node.operand);
      case typescript.SyntaxKind.TildeToken:
        return ~this.number(operand, node.operand);
      case typescript.SyntaxKind.ExclamationToken:
        return !operand;
      default:
        throw new NoConstant(node, `${textOf(node)} changes a variable`);
    }
  }

  private binary(node: ts.BinaryExpression): Constant {
    const operator = node.operatorToken.kind;
    const left = this.value(node.left);
    // Short circuits first: the right side may be no constant.
    if (operator === typescript.SyntaxKind.BarBarToken) {
      if (left) return left;
      return this.value(node.right);
    }
    if (operator === typescript.SyntaxKind.AmpersandAmpersandToken) return left && this.value(node.right);
    if (operator === typescript.SyntaxKind.QuestionQuestionToken) return left ?? this.value(node.right);
    const right = this.value(node.right);
    if (operator === typescript.SyntaxKind.PlusToken && isTextual(left, right))
      return constantText(left) + constantText(right);
    const compute = ARITHMETIC.get(operator);
    if (compute === undefined) throw new NoConstant(node, `${textOf(node)} is not evaluated at build time`);
    return compute(this.number(left, node.left), this.number(right, node.right));
  }

  private number(value: Constant, node: ts.Node): number {
    if (typeof value === 'number') return value;
    throw new NoConstant(node, `${textOf(node)} is no number`);
  }

  private identifier(node: ts.Identifier): Constant {
    if (node.text in GLOBAL_VALUES) return GLOBAL_VALUES[node.text as keyof typeof GLOBAL_VALUES];
    const symbol = this.checker.getSymbolAtLocation(node);
    if (symbol === undefined) throw new NoConstant(node, `${node.text} is not declared`);
    return this.symbol(symbol, node);
  }

  private symbol(symbol: ts.Symbol, node: ts.Node): Constant {
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
    if (typescript.isEnumMember(declaration)) return this.enumMember(declaration, node);
    if (typescript.isEnumDeclaration(declaration)) return this.enumeration(symbol, node);
    if (typescript.isClassDeclaration(declaration) || typescript.isFunctionDeclaration(declaration)) {
      return new FunctionConstant(declaration);
    }
    if (typescript.isVariableDeclaration(declaration)) {
      if (!(typescript.getCombinedNodeFlags(declaration) & typescript.NodeFlags.Const)) {
        throw new NoConstant(node, `${textOf(node)} is a variable that can change; declare it with const`);
      }
      if (isChangedInItsFile(declaration)) {
        throw new NoConstant(node, `${textOf(node)} is changed after its declaration`);
      }
      return this.initialised(declaration, symbol, node);
    }
    if (typescript.isPropertyDeclaration(declaration) && isStaticReadonly(declaration)) {
      return this.initialised(declaration, symbol, node);
    }
    if (typescript.isExportAssignment(declaration)) return this.value(declaration.expression);
    throw new NoConstant(node, `${textOf(node)} ${RUN_TIME}`);
  }

  private initialised(
    declaration: ts.VariableDeclaration | ts.PropertyDeclaration,
    symbol: ts.Symbol,
    node: ts.Node,
  ): Constant {
    if (declaration.initializer !== undefined) return this.value(declaration.initializer);
    // A declaration file says `declare const MAX = 5` (an initialiser), or `declare const MAX: 5`.
    const type = this.checker.getTypeOfSymbol(symbol);
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
    throw new NoConstant(node, `${textOf(node)} ${RUN_TIME}`);
  }

  private enumMember(member: ts.EnumMember, node: ts.Node): Constant {
    const value = this.checker.getConstantValue(member);
    if (value === undefined) throw new NoConstant(node, `${textOf(node)} is computed at run time`);
    return value;
  }

  /** The object that an enum is at run time: with the reverse entries of its numbers. */
  private enumeration(symbol: ts.Symbol, node: ts.Node): ConstantObject {
    const object = Object.create(null) as Record<string, Constant>;
    for (const declaration of symbol.declarations ?? []) {
      if (!typescript.isEnumDeclaration(declaration)) continue;
      for (const member of declaration.members) {
        const value = this.enumMember(member, node);
        object[this.propertyName(member.name)] = value;
        if (typeof value === 'number') object[String(value)] = this.propertyName(member.name);
      }
    }
    return object;
  }

  private access(node: ts.Expression, holder: ts.Expression, name: string): Constant {
    if (typescript.isIdentifier(holder) && holder.text === 'Number' && name in NUMBER_VALUES) {
      return NUMBER_VALUES[name as keyof typeof NUMBER_VALUES];
    }
    const symbol = typescript.isPropertyAccessExpression(node) ? this.checker.getSymbolAtLocation(node) : undefined;
    const declaration = symbol && this.aliased(symbol).valueDeclaration;
    // Members of enums, namespaces and classes have declarations of their own; properties of objects go with the object.
    if (symbol !== undefined && declaration !== undefined && hasOwnValue(declaration)) return this.symbol(symbol, node);
    const object = this.holder(holder, node);
    if (Array.isArray(object)) {
      if (name === 'length') return object.length;
      if (/^\d+$/.test(name)) return (object as readonly Constant[])[Number(name)];
    }
    if (isConstantObject(object)) return Object.hasOwn(object, name) ? object[name] : undefined;
    throw new NoConstant(node, `${textOf(node)} ${RUN_TIME}`);
  }

  /** The object of an access; where it is no constant, the message names the whole access: `process.env.LIMIT`. */
  private holder(holder: ts.Expression, whole: ts.Expression): Constant {
    const object = caught(() => this.value(holder));
    if ('value' in object) return object.value;
    const node = object.node === unwrapped(holder) && object.reason.endsWith(RUN_TIME) ? whole : object.node;
    throw new NoConstant(node, node === whole ? `${textOf(whole)} ${RUN_TIME}` : object.reason);
  }

  private aliased(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & typescript.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  private construction(node: ts.NewExpression): Constant {
    if (typescript.isIdentifier(node.expression) && node.expression.text === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map((argument) => this.value(argument));
      if (source instanceof RegExp)
        return this.regularExpression(node, source.source, (flags as string | undefined) ?? source.flags);
      if (typeof source === 'string') return this.regularExpression(node, source, flags as string | undefined);
    }
    throw new NoConstant(node, `${textOf(node)} makes an object at run time`);
  }

  private call(node: ts.CallExpression): Constant {
    const [argument] = node.arguments;
    const method = typescript.isPropertyAccessExpression(node.expression) ? node.expression : undefined;
    if (method !== undefined && argument !== undefined && textOf(method.expression) === 'Object') {
      const object = this.value(argument);
      if (method.name.text === 'freeze') return object;
      if (isConstantObject(object) || Array.isArray(object)) {
        if (method.name.text === 'values') return Object.values(object as ConstantObject);
        if (method.name.text === 'keys') return Object.keys(object);
      }
    }
    throw new NoConstant(node, `${textOf(node)} is a call, which only happens at run time`);
  }
}

const RUN_TIME = 'is known only at run time';

const GLOBAL_VALUES = { undefined, NaN, Infinity } as const;

const NUMBER_VALUES = {
  MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER,
  MIN_SAFE_INTEGER: Number.MIN_SAFE_INTEGER,
  MAX_VALUE: Number.MAX_VALUE,
  MIN_VALUE: Number.MIN_VALUE,
  EPSILON: Number.EPSILON,
  POSITIVE_INFINITY: Number.POSITIVE_INFINITY,
  NEGATIVE_INFINITY: Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
} as const;

const ARITHMETIC: ReadonlyMap<ts.SyntaxKind, (left: number, right: number) => number> = new Map([
  [typescript.SyntaxKind.PlusToken, (left, right) => left + right],
  [typescript.SyntaxKind.MinusToken, (left, right) => left - right],
  [typescript.SyntaxKind.AsteriskToken, (left, right) => left * right],
  [typescript.SyntaxKind.SlashToken, (left, right) => left / right],
  [typescript.SyntaxKind.PercentToken, (left, right) => left % right],
  [typescript.SyntaxKind.AsteriskAsteriskToken, (left, right) => left ** right],
  [typescript.SyntaxKind.LessThanLessThanToken, (left, right) => left << right],
  [typescript.SyntaxKind.GreaterThanGreaterThanToken, (left, right) => left >> right],
  [typescript.SyntaxKind.BarToken, (left, right) => left | right],
  [typescript.SyntaxKind.AmpersandToken, (left, right) => left & right],
  [typescript.SyntaxKind.CaretToken, (left, right) => left ^ right],
]);

/** `+` joins texts when one side is a text and the other has an exact text. */
function isTextual(left: Constant, right: Constant): boolean {
  const exact = (value: Constant) => ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
  return (typeof left === 'string' || typeof right === 'string') && exact(left) && exact(right);
}

/** The expression without parentheses and type annotations. */
function unwrapped(expression: ts.Expression): ts.Expression {
  let node = expression;
  while (
    typescript.isParenthesizedExpression(node) ||
    typescript.isAsExpression(node) ||
    typescript.isSatisfiesExpression(node) ||
    typescript.isNonNullExpression(node) ||
    typescript.isTypeAssertionExpression(node)
  ) {
    node = node.expression;
  }
  return node;
}

function isFunctionLike(node: ts.Expression): boolean {
  return (
    typescript.isArrowFunction(node) || typescript.isFunctionExpression(node) || typescript.isClassExpression(node)
  );
}

function hasOwnValue(declaration: ts.Declaration): boolean {
  return (
    typescript.isEnumMember(declaration) ||
    typescript.isEnumDeclaration(declaration) ||
    typescript.isVariableDeclaration(declaration) ||
    typescript.isFunctionDeclaration(declaration) ||
    typescript.isClassDeclaration(declaration) ||
    (typescript.isPropertyDeclaration(declaration) && isStaticReadonly(declaration))
  );
}

function isStaticReadonly(declaration: ts.PropertyDeclaration): boolean {
  const flags = typescript.getCombinedModifierFlags(declaration);
  return Boolean(flags & typescript.ModifierFlags.Static) && Boolean(flags & typescript.ModifierFlags.Readonly);
}

/** The expression as written, on one line and shortened. */
function textOf(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
