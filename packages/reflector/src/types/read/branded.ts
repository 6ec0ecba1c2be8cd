import { intersect } from '../../constraints/index.js';
import { ts } from '../../program/typescript.js';
import type { TypeNode } from '../model.js';
import type { Reader, TypeHandler } from './type-handler.js';

/**
 * `string & { __brand: 'UserId' }`: the brand exists only for the compiler. Templates may meet:
 * `` `a-${string}` & `${string}-z` ``.
 */
export const brand: TypeHandler = {
  name: 'brand',
  handles: (type) => type.isIntersection() && type.types.some(isPrimitive),
  read: (type, read) => {
    const primitives = (type as ts.IntersectionType).types.filter(isPrimitive);
    const [base] = primitives;
    if (base !== undefined && primitives.length === 1) return read.read(base);
    return (
      meetingTemplates(primitives, read) ?? read.unsupported(type, 'is more than one primitive', 'Use one of them.')
    );
  },
};

/** Returns the strings of all these templates. Undefined if one of the types is another one. */
function meetingTemplates(types: readonly ts.Type[], read: Reader): TypeNode | undefined {
  if (!types.every((one) => (one.flags & TEMPLATE) !== 0)) return undefined;
  const nodes = types.map((one) => read.read(one).node);
  const leaves = nodes.filter((node) => node.kind === 'leaf');
  const [first, ...others] = leaves;
  // A template without a pattern is reported already.
  if (first === undefined || others.length + 1 < nodes.length) return nodes.find(({ kind }) => kind === 'unsupported');
  const schema = others.reduce((met, one) => intersect(met, one.schema).schema, first.schema);
  return { kind: 'leaf', schema, wire: leaves.map(({ wire }) => wire).join(' & ') };
}

/**
 * Returns whether a type is primitive. An open string union, `'a' | 'b' | (string & {})`, keeps its
 * literals as examples.
 */
function isPrimitive(type: ts.Type): boolean {
  return (type.flags & PRIMITIVE) !== 0;
}

const TEMPLATE = ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping;
const PRIMITIVE =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.BooleanLike;
