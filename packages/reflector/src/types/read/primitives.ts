import { ts } from '../../program/typescript.js';
import { isIntegerAlias } from './integer-alias.js';
import type { TypeHandler } from './type-handler.js';
import { leafSchema } from '../typescript-json-schema.js';

/** `bigint`: JSON has no integers of any size, so decimal text carries them. */
export const bigint: TypeHandler = {
  name: 'bigint',
  handles: (type) => (type.flags & ts.TypeFlags.BigIntLike) !== 0,
  read: (type) => {
    const { value } = type as { readonly value?: ts.PseudoBigInt };
    const schema =
      value === undefined
        ? { type: 'string' as const, pattern: '^-?\\d+$' }
        : { const: `${value.negative ? '-' : ''}${value.base10Value}` };
    return { kind: 'leaf', schema, wire: 'string', revival: { kind: 'bigint' } };
  },
};

/** One string, number or boolean. */
export const literal: TypeHandler = {
  name: 'literal',
  handles: (type) => type.isStringLiteral() || type.isNumberLiteral() || isBooleanLiteral(type),
  read: (type) => ({ kind: 'literals', values: [literalValue(type)] }),
};

/** `boolean`, which is a union in the checker. */
export const boolean: TypeHandler = {
  name: 'boolean',
  handles: (type) => (type.flags & ts.TypeFlags.Boolean) !== 0,
  read: () => ({ kind: 'leaf', schema: { type: 'boolean' }, wire: 'boolean' }),
};

/** String, number, null and `object`, which typescript-json-schema handles well. */
export const leaf: TypeHandler = {
  name: 'leaf',
  handles: (type) => (type.flags & LEAF_FLAGS) !== 0,
  read: (type, read, written) => {
    if (type.flags & ts.TypeFlags.NonPrimitive) {
      return { kind: 'leaf', schema: { type: 'object', additionalProperties: true }, wire: 'object' };
    }
    if (type.flags & ts.TypeFlags.Number && isIntegerAlias(written, read.checker)) {
      return { kind: 'leaf', schema: { type: 'integer' }, wire: 'number' };
    }
    return { kind: 'leaf', schema: leafSchema(type, read.checker), wire: read.print(type) };
  },
};

/** Returns the literal of a branded literal: `'a' & { __mode: true }`. */
export function unbranded(type: ts.Type): ts.Type {
  return (type.isIntersection() ? type.types.find(isLiteral) : undefined) ?? type;
}

/** Returns the value of a literal type. */
export function literalValue(type: ts.Type): string | number | boolean | null {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (type.flags & ts.TypeFlags.Null) return null;
  return (type as unknown as { readonly intrinsicName: string }).intrinsicName === 'true';
}

/** Returns whether the type is one JSON value. */
export function isLiteral(type: ts.Type): boolean {
  return (
    type.isStringLiteral() || type.isNumberLiteral() || isBooleanLiteral(type) || (type.flags & ts.TypeFlags.Null) !== 0
  );
}

const LEAF_FLAGS = ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.Null | ts.TypeFlags.NonPrimitive;

function isBooleanLiteral(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.BooleanLiteral) !== 0;
}
