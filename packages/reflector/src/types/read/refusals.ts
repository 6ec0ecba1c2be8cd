import { ts } from '../../program/typescript.js';
import { unresolvedImport } from '../../program/unresolved-import.js';
import type { TypeHandler } from './type-handler.js';

/** A name that the compiler could not resolve. It is `any` with a special mark. */
export const unresolved: TypeHandler = {
  name: 'unresolved',
  handles: (type) => (type as { readonly intrinsicName?: string }).intrinsicName === 'error',
  read: (_type, read, written) => {
    const found = unresolvedImport(written, read.checker);
    const why = found === undefined ? '' : `: ${found.what}`;
    return read.report({
      code: 'HAFT1041',
      message: `The type ${written === undefined ? 'here' : `'${written.getText()}'`} cannot be resolved${why}.`,
      fix: found?.fix ?? 'Correct the name or its import. `tsc --noEmit` has the details.',
    });
  },
};

export const anyType: TypeHandler = {
  name: 'any',
  handles: (type) => (type.flags & ts.TypeFlags.Any) !== 0,
  read: (_type, read) =>
    read.report({
      code: 'HAFT1042',
      message: 'The type is `any`: a model would have to guess.',
      fix: 'Write the type. Use `unknown` only if every JSON value is valid.',
    }),
};

export const unknownType: TypeHandler = {
  name: 'unknown',
  handles: (type) => (type.flags & ts.TypeFlags.Unknown) !== 0,
  read: () => ({ kind: 'anything' }),
};

export const symbol: TypeHandler = {
  name: 'symbol',
  handles: (type) => (type.flags & ts.TypeFlags.ESSymbolLike) !== 0,
  read: (type, read) => read.unsupported(type, 'is a symbol, which JSON cannot carry', 'Use a string.'),
};

export const never: TypeHandler = {
  name: 'never',
  handles: (type, read) =>
    (type.flags & (ts.TypeFlags.Never | ts.TypeFlags.Void | ts.TypeFlags.Undefined)) !== 0 ||
    isContradiction(type, read.checker),
  read: (type, read) => read.unsupported(type, 'has no JSON value', 'Leave it out, make it optional, or use `null`.'),
};

export const callable: TypeHandler = {
  name: 'callable',
  handles: (type) => type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0,
  read: (type, read) =>
    read.unsupported(
      type,
      'is a function, which JSON cannot carry',
      'Take data instead, or get the function with @Inject.',
    ),
};

/** A type parameter without an argument. */
export const typeParameter: TypeHandler = {
  name: 'type parameter',
  handles: (type) => (type.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Instantiable)) !== 0,
  read: (type, read) => {
    const constraint = read.checker.getBaseConstraintOfType(type);
    return read.unsupported(
      type,
      'is a type parameter that nothing fills in',
      `Extend the generic class with type arguments, or write ${constraint === undefined ? 'a type' : `'${read.print(constraint)}'`}.`,
    );
  },
};

/**
 * Returns whether an intersection has no value: `{ kind: 'a' } & { kind: 'b' }`. The checker finds
 * out only on demand.
 */
export function isContradiction(type: ts.Type, checker: ts.TypeChecker): boolean {
  return type.isIntersection() && checker.isTypeAssignableTo(type, checker.getNeverType());
}
