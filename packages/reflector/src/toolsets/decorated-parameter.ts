import { memberName } from '../program/member-name.js';
import { ts } from '../program/typescript.js';
import { decoratorsOn } from './haft-names.js';
import { baseClasses } from './base-classes.js';

/**
 * Returns the parameter whose decorators count, as at run time: the parameter itself, or if it has
 * no decorators, the one at its position in the nearest base method that it overrides.
 */
export function decoratedParameter(
  parameter: ts.ParameterDeclaration,
  checker: ts.TypeChecker,
): ts.ParameterDeclaration {
  const method = parameter.parent;
  if (!ts.isMethodDeclaration(method) || !ts.isClassLike(method.parent)) return parameter;
  const index = positional(method).indexOf(parameter);
  for (const one of [method, ...overriddenMethods(method, method.parent, checker)]) {
    const found = positional(one)[index];
    if (found !== undefined && decoratorsOn(found).length > 0) return found;
  }
  return parameter;
}

function overriddenMethods(
  method: ts.MethodDeclaration,
  owner: ts.ClassLikeDeclaration,
  checker: ts.TypeChecker,
): readonly ts.MethodDeclaration[] {
  const bases = [...baseClasses(owner, checker)].filter((one) => one !== owner);
  return bases.flatMap(({ members }) =>
    members.filter(
      (one): one is ts.MethodDeclaration =>
        ts.isMethodDeclaration(one) && memberName(one.name, checker) === memberName(method.name, checker),
    ),
  );
}

/** Returns the parameters that a call has. `this` exists only as a type. */
function positional({ parameters }: ts.MethodDeclaration): readonly ts.ParameterDeclaration[] {
  return parameters.filter((one) => one.name.getText() !== 'this');
}
