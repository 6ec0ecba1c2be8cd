import { ts } from '../program/typescript.js';

/** Returns the object literal of an expression, directly or through a const. */
export function writtenObject(
  expression: ts.Expression | undefined,
  checker: ts.TypeChecker,
): ts.Expression | undefined {
  if (expression === undefined) return undefined;
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return writtenObject(expression.expression, checker);
  if (!ts.isIdentifier(expression)) return expression;
  const symbol = checker.getSymbolAtLocation(expression);
  const target =
    symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target?.valueDeclaration;
  const isConst =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConst ? writtenObject(declaration.initializer, checker) : undefined;
}
