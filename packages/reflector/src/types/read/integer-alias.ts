import { ts } from '../../program/typescript.js';

/**
 * Whether a type is written with the alias `integer` of `@haft/core`. TypeScript forgets the alias of a primitive, so only the
 * syntax can tell; through the project's own aliases of it too.
 */
export function isIntegerAlias(written: ts.TypeNode | undefined, checker: ts.TypeChecker): boolean {
  if (written === undefined) return false;
  if (ts.isParenthesizedTypeNode(written)) return isIntegerAlias(written.type, checker);
  if (ts.isUnionTypeNode(written)) return written.types.some((one) => isIntegerAlias(one, checker));
  if (!ts.isTypeReferenceNode(written)) return false;
  const local = checker.getSymbolAtLocation(written.typeName);
  const symbol = local !== undefined && local.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(local) : local;
  const alias = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
  if (alias === undefined) return false;
  if (alias.name.text === 'integer') return true;
  return isIntegerAlias(alias.type, checker);
}
