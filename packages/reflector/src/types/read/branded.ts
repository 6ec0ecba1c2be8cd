import { ts } from '../../program/typescript.js';
import type { TypeHandler } from './type-handler.js';

/** `string & { __brand: 'UserId' }`: the brand exists only for the compiler. */
export const brand: TypeHandler = {
  name: 'brand',
  handles: (type) => type.isIntersection() && type.types.some(isPrimitive),
  read: (type, read) => {
    const primitives = (type as ts.IntersectionType).types.filter(isPrimitive);
    const [base] = primitives;
    if (base === undefined || primitives.length > 1)
      return read.unsupported(type, 'is more than one primitive', 'Use one of them.');
    return read.read(base);
  },
};

/**
 * Returns whether a type is primitive. An open string union, `'a' | 'b' | (string & {})`, keeps its
 * literals as examples.
 */
function isPrimitive(type: ts.Type): boolean {
  return (type.flags & PRIMITIVE) !== 0;
}

const PRIMITIVE =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.BooleanLike;
