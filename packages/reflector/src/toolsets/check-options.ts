import { nearest } from '@haft/schema/internal';
import type { Diagnostics } from '../diagnostics/diagnostics.js';
import { evaluateProperties, type Bindings } from '../program/evaluate.js';
import { unwrapped } from '../program/evaluation/unwrapped.js';
import { ts } from '../program/typescript.js';

/** A call of Haft, with the values of the parameters of the helpers around it. */
export interface CallWithOptions {
  /** The name of the function in messages: `@Hints`. */
  readonly name: string;
  readonly call: ts.CallExpression;
  readonly bindings?: Bindings | undefined;
}

/**
 * Reports options that the called function does not have. The compiler finds them in literals. It
 * does not find them in JavaScript, through a spread or through a type assertion.
 */
export function checkOptions(
  { name, call, bindings }: CallWithOptions,
  checker: ts.TypeChecker,
  diagnostics: Diagnostics,
): void {
  const signatures = checker.getTypeAtLocation(call.expression).getCallSignatures();
  call.arguments.forEach((argument, index) => {
    const known = optionsAt(index, signatures, call, checker);
    if (known === undefined) return;
    for (const one of namesIn(argument, checker, bindings)) {
      if (known.has(one)) continue;
      const near = nearest(one, [...known]);
      diagnostics.at(argument, {
        code: 'HAFT1085',
        message: `${name} does not have the option '${one}'.`,
        fix: `${near === undefined ? '' : `Did you mean '${near}'? `}The options are: ${[...known].join(', ')}.`,
      });
    }
  });
}

/**
 * Returns the names of the options that a parameter takes. Returns undefined if it takes other
 * values, or any names.
 */
function optionsAt(
  index: number,
  signatures: readonly ts.Signature[],
  place: ts.Node,
  checker: ts.TypeChecker,
): ReadonlySet<string> | undefined {
  const types = signatures.flatMap((signature) => {
    const parameter = signature.getParameters()[index];
    const declaration = parameter?.valueDeclaration;
    if (parameter === undefined || (declaration !== undefined && isRest(declaration))) return [];
    const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, place));
    return type.isUnion() ? type.types : [type];
  });
  const objects = types.filter((one) => one.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection));
  const isOpen = objects.some(
    (one) =>
      one.getCallSignatures().length > 0 ||
      one.getConstructSignatures().length > 0 ||
      checker.getIndexInfosOfType(one).length > 0,
  );
  const names = objects.flatMap((one) => one.getProperties().map((property) => property.name));
  return isOpen || names.length === 0 ? undefined : new Set(names);
}

function isRest(declaration: ts.Declaration): boolean {
  return ts.isParameter(declaration) && declaration.dotDotDotToken !== undefined;
}

/** Returns the names of the properties of an object: those that it has, or those of its type. */
function namesIn(argument: ts.Expression, checker: ts.TypeChecker, bindings?: Bindings): readonly string[] {
  const found = evaluateProperties(argument, checker, bindings);
  if (!('reason' in found)) return [...(found as ReadonlyMap<string, unknown>).keys()];
  const expression = unwrapped(argument);
  if (!ts.isObjectLiteralExpression(expression) && !ts.isIdentifier(expression)) return [];
  const type = checker.getTypeAtLocation(expression);
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0 && type.getCallSignatures().length === 0;
  return isObject ? type.getProperties().map((one) => one.name) : [];
}
