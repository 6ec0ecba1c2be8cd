import type { JsonSchemaObject } from '@haft/schema';
import { intersect } from '../../constraints/index.js';
import { ts } from '../../program/typescript.js';
import type { LeafNode } from '../model.js';
import { isIntegerAlias } from './integer-alias.js';
import { aliasTexts } from './jsdoc.js';
import type { Reader, TypeHandler } from './type-handler.js';
import { leafSchema } from '../typescript-json-schema.js';

/** JSON has no integers of any size: they travel as decimal text. */
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

/** `boolean`, which the checker has as a union. */
export const boolean: TypeHandler = {
  name: 'boolean',
  handles: (type) => (type.flags & ts.TypeFlags.Boolean) !== 0,
  read: (type, read, written) => leafNode(type, { type: 'boolean' }, read, written),
};

/** String, number, null and `object`: what typescript-json-schema does well. */
export const leaf: TypeHandler = {
  name: 'leaf',
  handles: (type) => (type.flags & LEAF_FLAGS) !== 0,
  read: (type, read, written) => {
    if (type.flags & ts.TypeFlags.NonPrimitive) {
      return { kind: 'leaf', schema: { type: 'object', additionalProperties: true }, wire: 'object' };
    }
    if (type.flags & ts.TypeFlags.Number && isIntegerAlias(written, read.checker)) {
      return leafNode(type, { type: 'integer' }, read, written);
    }
    return leafNode(type, leafSchema(type, read.checker), read, written);
  },
};

/** A leaf with what the comment of its alias says, `/** @pattern ... *\/ type Sku = string`. */
function leafNode(type: ts.Type, schema: JsonSchemaObject, read: Reader, written: ts.TypeNode | undefined): LeafNode {
  const { description, keywords } = aliasTexts(written, read);
  const { examples, deprecated, default: value, ...constraints } = keywords;
  const met = intersect(schema, constraints);
  if (met.impossible || met.unused.length > 0) {
    read.report({
      code: met.impossible ? 'HAFT1102' : 'HAFT1103',
      message: `The tags of '${written?.getText() ?? ''}' say nothing that a ${read.print(type)} can meet: ${met.unused.map((one) => `@${one}`).join(', ') || 'they contradict each other'}.`,
      fix: 'Correct the tags, or the type.',
    });
  }
  const annotations = {
    ...(examples === undefined ? {} : { examples }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(value === undefined ? {} : { default: value }),
  };
  return { kind: 'leaf', schema: { ...met.schema, ...annotations }, wire: read.print(type), description };
}

/** A literal with a brand is the literal: `'a' & { __mode: true }`. */
export function unbranded(type: ts.Type): ts.Type {
  return (type.isIntersection() ? type.types.find(isLiteral) : undefined) ?? type;
}

/** The value of a literal type. */
export function literalValue(type: ts.Type): string | number | boolean | null {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (type.flags & ts.TypeFlags.Null) return null;
  return (type as unknown as { readonly intrinsicName: string }).intrinsicName === 'true';
}

/** Whether the type is one JSON value. */
export function isLiteral(type: ts.Type): boolean {
  return (
    type.isStringLiteral() || type.isNumberLiteral() || isBooleanLiteral(type) || (type.flags & ts.TypeFlags.Null) !== 0
  );
}

const LEAF_FLAGS = ts.TypeFlags.String | ts.TypeFlags.Number | ts.TypeFlags.Null | ts.TypeFlags.NonPrimitive;

function isBooleanLiteral(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.BooleanLiteral) !== 0;
}
