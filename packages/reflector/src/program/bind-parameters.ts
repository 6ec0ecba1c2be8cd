import { evaluate, type Bindings, type Evaluation } from './evaluate.js';
import { ts } from './typescript.js';

/**
 * Returns the bindings of a function's parameters in one call, added to the outer bindings. Returns
 * undefined for rest parameters, destructured ones and spread arguments.
 */
export function bindParameters(
  helper: ts.FunctionLikeDeclaration,
  call: ts.CallExpression,
  outer: Bindings,
  checker: ts.TypeChecker,
): Bindings | undefined {
  const bindings = new Map<ts.Symbol, Evaluation>(outer);
  for (const [index, parameter] of helper.parameters.entries()) {
    const symbol = checker.getSymbolAtLocation(parameter.name);
    if (symbol === undefined || parameter.dotDotDotToken !== undefined) return undefined;
    const given = call.arguments[index];
    if (given !== undefined && ts.isSpreadElement(given)) return undefined;
    let value: Evaluation = given === undefined ? { value: undefined } : evaluate(given, checker, outer);
    if ('value' in value && value.value === undefined && parameter.initializer !== undefined) {
      value = evaluate(parameter.initializer, checker, bindings);
    }
    bindings.set(symbol, value);
  }
  return bindings;
}
