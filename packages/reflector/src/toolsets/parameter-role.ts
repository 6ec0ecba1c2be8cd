import { ts } from '../program/typescript.js';
import { decoratorsOn, type HaftNames } from './haft-names.js';
import type { ParameterSettings } from './parameter-settings.js';
import type { ReadingContext } from './reading-context.js';

/** The source of a parameter's value. */
export type ParameterRole = 'model' | 'run' | 'inject' | 'userInput' | 'custom';

/** Returns the source of a parameter's value: from its decorators, or else from its type. */
export function parameterRole(
  parameter: ts.ParameterDeclaration,
  type: ts.Type,
  settings: ParameterSettings,
  { names, checker }: Pick<ReadingContext, 'names' | 'checker'>,
): ParameterRole {
  if (settings.injected || names.decorator(parameter, 'Inject') !== undefined) return 'inject';
  if (settings.userInput || names.decorator(parameter, 'UserInput') !== undefined) return 'userInput';
  if (decoratorsOn(parameter).some((decorator) => isCustom(decorator.expression, names, checker))) return 'custom';
  return names.isRunContext(type) ? 'run' : 'model';
}

/**
 * Returns whether an expression is from `createParamDecorator`: by its type, or through a function
 * that calls it and declares another type.
 */
export function isCustom(expression: ts.Expression, names: HaftNames, checker: ts.TypeChecker): boolean {
  const made = checker.getTypeAtLocation(expression).getSymbol();
  if (made !== undefined && names.ofSymbol(made) === 'HostParameterDecorator') return true;
  return makerOf(expression, names, checker) !== undefined;
}

/** Returns the call of `createParamDecorator` that a decorator is from, if its source is known. */
export function makerOf(
  expression: ts.Expression,
  names: HaftNames,
  checker: ts.TypeChecker,
): ts.CallExpression | undefined {
  const callee = ts.isCallExpression(expression) ? expression.expression : expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  const symbol = checker.getSymbolAtLocation(name);
  const target =
    symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target?.valueDeclaration;
  if (declaration === undefined) return undefined;
  if (ts.isFunctionDeclaration(declaration)) return makerIn(declaration, names);
  const initializer = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  if (initializer === undefined) return undefined;
  if (ts.isCallExpression(initializer)) return isMaker(initializer, names) ? initializer : undefined;
  const isFunction = ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer);
  return isFunction ? makerIn(initializer, names) : undefined;
}

function isMaker(node: ts.CallExpression, names: HaftNames): boolean {
  return names.ofExpression(node.expression) === 'createParamDecorator';
}

/** Returns the first call of `createParamDecorator` in a function. */
function makerIn(node: ts.Node, names: HaftNames): ts.CallExpression | undefined {
  if (ts.isCallExpression(node) && isMaker(node, names)) return node;
  return ts.forEachChild(node, (child) => makerIn(child, names));
}
