import { ts } from '../program/typescript.js';
import { decoratorsOn } from './haft-names.js';
import { makerOf } from './parameter-role.js';
import type { ReadingContext } from './reading-context.js';

/**
 * Returns whether a `RunContext<Deps>` needs `deps`: if its type argument says what they are, and
 * does not allow `undefined`.
 */
export function requiresDeps(type: ts.Type, checker: ts.TypeChecker): boolean {
  const deps = checker.getNonNullableType(type).getProperty('deps');
  const declaration = deps?.valueDeclaration;
  if (deps === undefined || declaration === undefined) return false;
  const known = checker.getTypeOfSymbolAtLocation(deps, declaration);
  if (known.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.Never | ts.TypeFlags.TypeParameter))
    return false;
  return !checker.isTypeAssignableTo(checker.getUndefinedType(), known);
}

/** Returns whether the decorator of a parameter that the application supplies reads `run.deps`. */
export function readsDeps(
  parameter: ts.ParameterDeclaration,
  { names, checker }: Pick<ReadingContext, 'names' | 'checker'>,
): boolean {
  return decoratorsOn(parameter).some(({ expression }) => {
    const resolve = makerOf(expression, names, checker)?.arguments[0];
    const [run] = resolve === undefined ? [] : checker.getTypeAtLocation(resolve).getCallSignatures();
    const [context] = run?.getParameters() ?? [];
    if (resolve === undefined || context === undefined) return false;
    return requiresDeps(checker.getTypeOfSymbolAtLocation(context, resolve), checker);
  });
}
