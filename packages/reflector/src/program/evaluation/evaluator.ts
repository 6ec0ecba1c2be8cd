import { constantText, FunctionConstant, isConstantObject, type Constant, type ConstantObject } from '../constant.js';
import { ts } from '../typescript.js';
import { NamedValues, type Bindings, type Expressions } from './named-values.js';
import { caught, NoConstant, RUN_TIME, textOf } from './no-constant.js';
import { binary, unary } from './operators.js';
import { unwrapped } from './unwrapped.js';

/** Evaluates expressions by their syntax. Throws {@link NoConstant}. */
export class Evaluator implements Expressions {
  private readonly names: NamedValues;

  constructor(
    private readonly checker: ts.TypeChecker,
    bindings: Bindings,
  ) {
    this.names = new NamedValues(checker, bindings, this);
  }

  value(expression: ts.Expression): Constant {
    const node = unwrapped(expression);
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isBigIntLiteral(node)) return BigInt(node.text.slice(0, -1));
    if (ts.isRegularExpressionLiteral(node)) return this.regularExpressionLiteral(node);
    if (ts.isTemplateExpression(node)) return this.template(node);
    if (ts.isArrayLiteralExpression(node)) return this.array(node);
    if (ts.isObjectLiteralExpression(node)) return this.object(node);
    if (ts.isPrefixUnaryExpression(node)) return unary(node, (one) => this.value(one));
    if (ts.isBinaryExpression(node)) return binary(node, (one) => this.value(one));
    if (ts.isConditionalExpression(node)) {
      return this.value(this.value(node.condition) ? node.whenTrue : node.whenFalse);
    }
    if (ts.isIdentifier(node)) return this.names.identifier(node);
    if (ts.isPropertyAccessExpression(node)) return this.access(node, node.expression, node.name.text);
    if (ts.isElementAccessExpression(node)) {
      return this.access(node, node.expression, constantText(this.value(node.argumentExpression)));
    }
    if (ts.isNewExpression(node)) return this.construction(node);
    if (ts.isCallExpression(node)) return this.call(node);
    if (isFunctionLike(node)) return new FunctionConstant(node);
    switch (node.kind) {
      case ts.SyntaxKind.TrueKeyword:
        return true;
      case ts.SyntaxKind.FalseKeyword:
        return false;
      case ts.SyntaxKind.NullKeyword:
        return null;
      case ts.SyntaxKind.VoidExpression:
        return undefined;
      default:
        throw new NoConstant(node, `${textOf(node)} ${RUN_TIME}`);
    }
  }

  propertyName(name: ts.PropertyName): string {
    if (ts.isComputedPropertyName(name)) return constantText(this.value(name.expression));
    if (ts.isPrivateIdentifier(name)) throw new NoConstant(name, `${name.text} is private`);
    return name.text;
  }

  propertyValue(property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>): Constant {
    if (ts.isPropertyAssignment(property)) return this.value(property.initializer);
    if (ts.isMethodDeclaration(property)) return new FunctionConstant(property);
    if (ts.isShorthandPropertyAssignment(property)) {
      const symbol = this.checker.getShorthandAssignmentValueSymbol(property);
      if (symbol !== undefined) return this.names.symbol(symbol, property.name);
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
      throw new NoConstant(node, `${textOf(node)} is not a regular expression (${(error as Error).message})`);
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
      if (!ts.isSpreadElement(element)) return [this.value(element)];
      const spread = this.value(element.expression);
      if (Array.isArray(spread)) return spread as readonly Constant[];
      if (typeof spread === 'string') return Array.from(spread);
      throw new NoConstant(element, `${textOf(element.expression)} is not a list at build time`);
    });
  }

  private object(node: ts.ObjectLiteralExpression): ConstantObject {
    // A property with the name `__proto__` is an ordinary property here. It never sets the
    // prototype.
    const object = Object.create(null) as Record<string, Constant>;
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.value(property.expression);
        if (isConstantObject(spread)) Object.assign(object, spread);
        else if (spread)
          throw new NoConstant(property, `${textOf(property.expression)} is not an object at build time`);
      } else {
        object[this.propertyName(property.name)] = this.propertyValue(property);
      }
    }
    return object;
  }

  private access(node: ts.Expression, holder: ts.Expression, name: string): Constant {
    if (ts.isIdentifier(holder) && holder.text === 'Number' && name in NUMBER_VALUES) {
      return NUMBER_VALUES[name as keyof typeof NUMBER_VALUES];
    }
    // Members of enums, namespaces and classes have separate declarations. Properties of objects
    // belong to the object.
    const member = this.names.member(node);
    if (member !== undefined) return this.names.symbol(member, node);
    const object = this.holder(holder, node);
    if (Array.isArray(object)) {
      if (name === 'length') return object.length;
      if (/^\d+$/.test(name)) return (object as readonly Constant[])[Number(name)];
    }
    if (isConstantObject(object)) return Object.hasOwn(object, name) ? object[name] : undefined;
    throw new NoConstant(node, `${textOf(node)} ${RUN_TIME}`);
  }

  /**
   * Returns the object of an access. If it is not a constant, the message names the whole access:
   * `process.env.LIMIT`.
   */
  private holder(holder: ts.Expression, whole: ts.Expression): Constant {
    const object = caught(() => this.value(holder));
    if ('value' in object) return object.value;
    const node = object.node === unwrapped(holder) && object.reason.endsWith(RUN_TIME) ? whole : object.node;
    throw new NoConstant(node, node === whole ? `${textOf(whole)} ${RUN_TIME}` : object.reason);
  }

  private construction(node: ts.NewExpression): Constant {
    if (ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map((argument) => this.value(argument));
      if (source instanceof RegExp)
        return this.regularExpression(node, source.source, (flags as string | undefined) ?? source.flags);
      if (typeof source === 'string') return this.regularExpression(node, source, flags as string | undefined);
    }
    throw new NoConstant(node, `${textOf(node)} makes an object at run time`);
  }

  private call(node: ts.CallExpression): Constant {
    const [argument] = node.arguments;
    const method = ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined;
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

function isFunctionLike(node: ts.Expression): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node);
}
