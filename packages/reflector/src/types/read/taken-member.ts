import { ts } from '../../program/typescript.js';
import type { TakenMember } from '../model.js';
import type { Reader } from './type-handler.js';

/**
 * Returns the class member from which a property of a plain object is taken, as in `Partial<Dto>`,
 * `Dto & { more: string }` and `interface More extends Dto`. The checker keeps the symbols of
 * mapped members.
 */
export function takenMember(member: ts.Symbol, owner: ts.Type, read: Reader): TakenMember | undefined {
  const roots = read.checker.getRootSymbols(member).flatMap((one) => one.declarations ?? []);
  const declarations = [...new Set(roots)].filter((one) => classAround(one) !== undefined);
  const [first] = declarations;
  if (first === undefined) return undefined;
  const { place } = read;
  return { declarations, owner, type: read.checker.getTypeOfSymbolAtLocation(member, first), place };
}

/** Returns the class of a member's declaration, also of a parameter property. */
export function classAround(declaration: ts.Declaration): ts.ClassLikeDeclaration | undefined {
  const member = ts.isParameter(declaration) ? declaration.parent : declaration;
  return ts.isClassElement(member) && ts.isClassLike(member.parent) ? member.parent : undefined;
}
