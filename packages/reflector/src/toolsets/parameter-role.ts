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
function isCustom(expression: ts.Expression, names: HaftNames, checker: ts.TypeChecker): boolean {
  const made = checker.getTypeAtLocation(expression).getSymbol();
  if (made !== undefined && names.ofSymbol(made) === 'HostParameterDecorator') return true;
  const callee = ts.isCallExpression(expression) ? expression.expression : expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  const symbol = checker.getSymbolAtLocation(name);
  const target =
    symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target?.valueDeclaration;
  if (declaration === undefined) return false;
  if (ts.isVariableDeclaration(declaration)) return makesDecorators(declaration.initializer, names);
  return ts.isFunctionDeclaration(declaration) && mentionsMaker(declaration, names);
}

function makesDecorators(initializer: ts.Expression | undefined, names: HaftNames): boolean {
  if (initializer === undefined) return false;
  if (ts.isCallExpression(initializer)) return names.ofExpression(initializer.expression) === 'createParamDecorator';
  return (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) && mentionsMaker(initializer, names);
}

/** Returns whether a function calls `createParamDecorator` in its body. */
function mentionsMaker(declaration: ts.Node, names: HaftNames): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found) return;
    found = ts.isCallExpression(node) && names.ofExpression(node.expression) === 'createParamDecorator';
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found;
}
