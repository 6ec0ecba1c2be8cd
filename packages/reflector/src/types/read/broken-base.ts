import { ts } from '../../program/typescript.js';
import type { TypeHandler } from './type-handler.js';

/**
 * A class or interface that extends something that the compiler could not resolve: its members are
 * unknown, so the others alone would be a wrong type.
 */
export const brokenBase: TypeHandler = {
  name: 'broken base',
  handles: (type, read) => brokenBaseOf(type, read.checker) !== undefined,
  read: (type, read) => {
    const base = brokenBaseOf(type, read.checker)?.getText() ?? '';
    return read.report({
      code: 'HAFT1041',
      message: `The base '${base}' of the type '${read.print(type)}' cannot be resolved.`,
      fix: 'Correct the name or its import. `tsc --noEmit` has the details.',
    });
  },
};

function brokenBaseOf(type: ts.Type, checker: ts.TypeChecker): ts.Node | undefined {
  return type
    .getSymbol()
    ?.declarations?.flatMap(basesOf)
    .find((base) => {
      const found = checker.getTypeAtLocation(base);
      return (found.flags & BASES) === 0 || (found as { readonly intrinsicName?: string }).intrinsicName === 'error';
    });
}

const BASES = ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.NonPrimitive | ts.TypeFlags.Any;

function basesOf(declaration: ts.Declaration): readonly ts.Node[] {
  if (!ts.isClassLike(declaration) && !ts.isInterfaceDeclaration(declaration)) return [];
  return (declaration.heritageClauses ?? [])
    .filter((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)
    .flatMap((clause) => clause.types);
}
