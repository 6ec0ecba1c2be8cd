import { ts } from '../program/typescript.js';

/** Returns the type of the items of a returned list, or undefined for another result. */
export function returnedItem(signature: ts.Signature, checker: ts.TypeChecker): ts.Type | undefined {
  const result = checker.getReturnTypeOfSignature(signature);
  const value = checker.getAwaitedType(result) ?? result;
  return checker.isArrayLikeType(value) ? checker.getIndexTypeOfType(value, ts.IndexKind.Number) : undefined;
}

/** Returns whether each value of a type is a string. `any` may be one. */
export function isText(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.every(isText);
  return (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Any)) !== 0;
}
