import { constantText, isConstantObject } from './constant.js';
import { Evaluator } from './evaluation/evaluator.js';
import type { Bindings } from './evaluation/named-values.js';
import { caught, textOf, type Evaluation, type NotConstant } from './evaluation/no-constant.js';
import { unwrapped } from './evaluation/unwrapped.js';
import { ts } from './typescript.js';

export type { Bindings } from './evaluation/named-values.js';
export type { Evaluation, NotConstant } from './evaluation/no-constant.js';

/**
 * Evaluates an expression without running the program: literals, operators, templates, regular
 * expressions, `const` variables of any file, their properties and items, spreads, enums,
 * `static readonly` properties, `Object.values(...)`. A variable with `let`, a call and values of
 * the environment are not constants. A function or a class is a {@link FunctionConstant}.
 */
export function evaluate(expression: ts.Expression, checker: ts.TypeChecker, bindings?: Bindings): Evaluation {
  return caught(() => new Evaluator(checker, bindings ?? new Map()).value(expression));
}

/**
 * Evaluates each property of an object expression separately, so that one without a constant value
 * does not hide the others. Returns undefined if the expression is not an object.
 */
export function evaluateProperties(
  expression: ts.Expression,
  checker: ts.TypeChecker,
  bindings?: Bindings,
): ReadonlyMap<string, Evaluation> | NotConstant {
  const evaluator = new Evaluator(checker, bindings ?? new Map());
  const properties = new Map<string, Evaluation>();
  const literal = unwrapped(expression);
  if (!ts.isObjectLiteralExpression(literal)) {
    const whole = caught(() => evaluator.value(literal));
    if (!('value' in whole)) return whole;
    if (!isConstantObject(whole.value)) return { reason: `${textOf(literal)} is not an object`, node: literal };
    for (const [name, value] of Object.entries(whole.value)) properties.set(name, { value });
    return properties;
  }
  for (const property of literal.properties) {
    if (ts.isSpreadAssignment(property)) {
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
