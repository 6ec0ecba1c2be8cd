import { ts } from '../../program/typescript.js';
import type { TakenMember } from '../model.js';
import type { Reader } from './type-handler.js';

/**
 * The member of a class that a property of a plain object is taken from, as `Partial<Dto>`, `Dto & { more: string }` and
 * `interface More extends Dto` take it. The checker keeps the symbols of what it maps.
 */
export function takenMember(member: ts.Symbol, owner: ts.Type, read: Reader): TakenMember | undefined {
  const roots = read.checker.getRootSymbols(member).flatMap((one) => one.declarations ?? []);
  const declarations = [...new Set(roots)].filter((one) => classAround(one) !== undefined);
  const [first] = declarations;
  if (first === undefined) return undefined;
  const { place } = read;
  return { declarations, owner, type: read.checker.getTypeOfSymbolAtLocation(member, first), place };
}

/** The class whose member a declaration is, that of a parameter property too. */
export function classAround(declaration: ts.Declaration): ts.ClassLikeDeclaration | undefined {
  const member = ts.isParameter(declaration) ? declaration.parent : declaration;
  return ts.isClassElement(member) && ts.isClassLike(member.parent) ? member.parent : undefined;
}
