import { FunctionConstant } from '../program/constant.js';
import type { Bindings } from '../program/evaluate.js';
import { unwrapped } from '../program/evaluation/unwrapped.js';
import { ts } from '../program/typescript.js';
import type { HaftDecorator } from './haft-names.js';
import type { ReadingContext } from './reading-context.js';
import { writtenObject } from './written-object.js';

/**
 * Returns the names of the code in the arguments of a decorator, such as `Audit` in `@Use(Audit)`.
 * For code without a name, returns the kind of the expression.
 */
export function codeNames(
  { args, bindings }: HaftDecorator,
  context: Pick<ReadingContext, 'names' | 'checker'>,
): readonly string[] {
  const reading = new NameReading(context, bindings);
  return args.flatMap((one) => reading.namesOf(one));
}

class NameReading {
  constructor(
    private readonly context: Pick<ReadingContext, 'names' | 'checker'>,
    private readonly bindings: Bindings | undefined,
  ) {}

  /** @param around - the lists around the argument, for one that contains itself */
  namesOf(argument: ts.Expression, around: readonly ts.Node[] = []): readonly string[] {
    if (!ts.isSpreadElement(argument)) return [this.nameOf(argument)];
    const list = writtenObject(argument.expression, this.context.checker);
    if (list === undefined || !ts.isArrayLiteralExpression(list) || around.includes(list))
      return [`...${this.nameOf(argument.expression)}`];
    return list.elements.flatMap((one) => this.namesOf(one, [...around, list]));
  }

  private nameOf(expression: ts.Expression): string {
    const node = unwrapped(expression);
    if (ts.isIdentifier(node)) return this.nameOfIdentifier(node);
    if (ts.isPropertyAccessExpression(node)) return `${this.nameOf(node.expression)}.${node.name.text}`;
    if (ts.isNewExpression(node)) return this.nameOf(node.expression);
    if (ts.isCallExpression(node)) return this.nameOf(this.matched(node) ?? node.expression);
    return declaredName(node) ?? kindOf(node);
  }

  /** The error of a mapping tells more than the word `mapError`. */
  private matched({ expression, arguments: [error] }: ts.CallExpression): ts.Expression | undefined {
    return this.context.names.ofExpression(expression) === 'mapError' ? error : undefined;
  }

  private nameOfIdentifier(node: ts.Identifier): string {
    const { checker } = this.context;
    const symbol = checker.getSymbolAtLocation(node);
    const bound = symbol === undefined ? undefined : this.bindings?.get(symbol);
    if (bound !== undefined) {
      const given =
        'node' in bound ? bound.node : bound.value instanceof FunctionConstant ? bound.value.node : undefined;
      return given === undefined ? UNNAMED : this.nameOfGiven(given);
    }
    if (symbol === undefined || !(symbol.flags & ts.SymbolFlags.Alias)) return node.text;
    const { name, valueDeclaration } = checker.getAliasedSymbol(symbol);
    if (name !== 'default' && name !== UNRESOLVED) return name;
    return (valueDeclaration && declaredName(valueDeclaration)) ?? node.text;
  }

  /**
   * Returns the name of the value that a helper got for its parameter. The value is outside of the
   * helper, where its parameters have no meaning.
   */
  private nameOfGiven(node: ts.Node): string {
    const declared = declaredName(node) ?? declaredName(node.parent);
    if (declared !== undefined) return declared;
    return ts.isExpression(node) ? new NameReading(this.context, undefined).nameOf(node) : kindOf(node);
  }
}

/** The name of a symbol that TypeScript cannot resolve. */
const UNRESOLVED = 'unknown';
const UNNAMED = 'an expression';

/** Returns the name that a function, a class or a variable declares. */
function declaredName(node: ts.Node): string | undefined {
  const isNamed = ts.isClassLike(node) || ts.isFunctionLike(node) || ts.isVariableDeclaration(node);
  return isNamed && node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

function kindOf(node: ts.Node): string {
  if (ts.isClassLike(node)) return 'a class';
  return ts.isFunctionLike(node) ? 'a function' : UNNAMED;
}
