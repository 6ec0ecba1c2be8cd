import { ts } from '../../program/typescript.js';

/** The member of a base class or interface that a member stands for, as TypeScript looks for inherited comments; the nearest one. */
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

/** Whether a text is nothing but `{@inheritDoc Base.member}`, the form of TSDoc: what it stands for is said elsewhere. */
export function isInheritDoc(text: string | undefined): boolean {
  return text !== undefined && /^\{@inheritDoc\b[^}]*\}$/.test(text);
}
