import { isPermission } from '@haft/core';
import { evaluate } from '../program/evaluate.js';
import { ts } from '../program/typescript.js';
import type { HaftDecorator } from './haft-names.js';
import type { ReadingContext } from './reading-context.js';
import type { DecoratedPlaces } from './read-settings.js';

/**
 * Reads the permissions of `@Requires` on a method, its class and base classes. One of several is
 * `a | b`. Reports those that are not constant, or that no OAuth scope can be.
 */
export function readRequires({ methods, classes }: DecoratedPlaces, context: ReadingContext): readonly string[] {
  const decorators = [...classes, ...methods].flatMap((place) => context.names.decorators(place));
  const found = decorators
    .filter(({ name }) => name === 'Requires')
    .flatMap((decorator) => decorator.args.map((argument) => requirementIn(argument, decorator, context)));
  return [...new Set(found.filter((one) => one !== ''))].sort();
}

function requirementIn(argument: ts.Expression, decorator: HaftDecorator, context: ReadingContext): string {
  const isAnyOf = ts.isCallExpression(argument) && context.names.ofExpression(argument.expression) === 'anyOf';
  const names = isAnyOf ? argument.arguments : [argument];
  return names.map((one) => permissionIn(one, decorator, context)).join(' | ');
}

function permissionIn(expression: ts.Expression, { bindings, node }: HaftDecorator, context: ReadingContext): string {
  const found = evaluate(expression, context.checker, bindings);
  const value = 'value' in found ? found.value : undefined;
  if (typeof value === 'string' && isPermission(value)) return value;
  const text = typeof value === 'string' ? JSON.stringify(value) : expression.getText();
  const problem = typeof value === 'string' ? 'is not the name of a permission' : 'is not a constant text';
  context.diagnostics.at(bindings === undefined ? expression : node, {
    code: 'HAFT1076',
    severity: 'error',
    message: `@Requires(${text}) ${problem}.`,
    fix: "Write names without blanks, quotes and backslashes, such as 'orders:write', as constants of the source.",
  });
  return '';
}
