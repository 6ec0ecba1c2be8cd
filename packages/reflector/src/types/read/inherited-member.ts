import { ts } from '../../program/typescript.js';

/**
 * Returns the nearest member of a base class or interface that a member overrides. TypeScript uses
 * the same search for inherited comments.
 */
export function inheritedMember(declaration: ts.Declaration, checker: ts.TypeChecker): ts.Symbol | undefined {
  const { parent } = declaration;
  const name = ts.getNameOfDeclaration(declaration);
  const symbol = name && checker.getSymbolAtLocation(name);
  if (symbol === undefined || !(ts.isClassLike(parent) || ts.isInterfaceDeclaration(parent))) return undefined;
  const bases = (parent.heritageClauses ?? []).flatMap((clause) => clause.types);
  return bases
    .map((base) => checker.getPropertyOfType(checker.getTypeAtLocation(base), symbol.name))
    .find((one) => one !== undefined);
}

/** Returns whether a text is only `{@inheritDoc Base.member}`, the form of TSDoc. */
export function isInheritDoc(text: string | undefined): boolean {
  return text !== undefined && /^\{@inheritDoc\b[^}]*\}$/.test(text);
}
