import type { BesideModel, ToolModel } from '../model.js';
import { emitInvoke } from './emit-invoke.js';
import { memberOf, propertyKey } from './literal.js';

/**
 * Returns the expression that calls a preview method with the first parameters of its tool.
 *
 * @param helper - imports a function of `@haft/core/reflected`
 */
export function emitPreview(
  { parameters, single }: Pick<ToolModel, 'parameters' | 'single'>,
  { method, parameters: count }: NonNullable<BesideModel['preview']>,
  helper: (name: string) => string,
): string {
  return emitInvoke({ method, single, parameters: parameters.slice(0, count) }, 'method', helper);
}

/**
 * Returns the expression that calls a reconcile method with the key, the arguments by name and
 * `run`.
 *
 * @param helper - imports a function of `@haft/core/reflected`
 */
export function emitReconcile(
  { parameters, single }: Pick<ToolModel, 'parameters' | 'single'>,
  method: string,
  helper: (name: string) => string,
): string {
  const references = parameters.flatMap((one) =>
    !single && one.kind === 'model' && one.reference !== undefined
      ? [`${propertyKey(one.name)}: ${helper('asRef')}(${memberOf('a', one.name)})`]
      : [],
  );
  const args = references.length === 0 ? 'a' : `{ ...a, ${references.join(', ')} }`;
  return `(t, key, a, run) => ${memberOf('t', method)}(key, ${args}, run)`;
}
