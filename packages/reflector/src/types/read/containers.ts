import { ts } from '../../program/typescript.js';
import type { TypeHandler } from './type-handler.js';

export const array: TypeHandler = {
  name: 'array',
  handles: (type, read) => read.checker.isArrayType(type),
  read: (type, read, written) => {
    const [element] = read.checker.getTypeArguments(type as ts.TypeReference);
    if (element === undefined) return read.unsupported(type, 'says no item type', 'Write it: `string[]`.');
    return { kind: 'array', items: read.read(element, writtenElement(written)), set: false };
  },
};

export const tuple: TypeHandler = {
  name: 'tuple',
  handles: (type, read) => read.checker.isTupleType(type),
  read: (type, read, written) => {
    const target = (type as ts.TupleTypeReference).target;
    const types = read.checker.getTypeArguments(type as ts.TypeReference);
    const flags = target.elementFlags;
    const rests = flags.filter((flag) => flag & ts.ElementFlags.Variable).length;
    if (rests > 0 && (rests > 1 || !((flags.at(-1) ?? 0) & ts.ElementFlags.Rest))) {
      return read.unsupported(type, 'has a rest element before its end', 'Put the rest element last.');
    }
    const nodes = tupleNodes(written);
    const elements = types.flatMap((one, index) => {
      const flag = flags[index] ?? ts.ElementFlags.Required;
      if (flag & ts.ElementFlags.Variable) return [];
      const optional = (flag & ts.ElementFlags.Optional) !== 0;
      const declaration = target.labeledElementDeclarations?.[index];
      const node = read.read(one, nodes[index]);
      return [{ type: node, optional, name: declaration?.name.getText() }];
    });
    const last = types.at(-1);
    const rest = rests > 0 && last !== undefined ? read.read(last) : undefined;
    return { kind: 'tuple', elements, rest };
  },
};

/** Returns the written type of the items of `T[]`, `readonly T[]` and `Array<T>`. */
export function writtenElement(written: ts.TypeNode | undefined): ts.TypeNode | undefined {
  if (written === undefined) return undefined;
  if (ts.isParenthesizedTypeNode(written) || ts.isTypeOperatorNode(written)) return writtenElement(written.type);
  if (ts.isArrayTypeNode(written)) return written.elementType;
  if (ts.isTypeReferenceNode(written) && /^(Readonly)?Array$/.test(written.typeName.getText()))
    return written.typeArguments?.[0];
  return undefined;
}

/** Returns the written types of the elements of a tuple. */
export function tupleNodes(written: ts.TypeNode | undefined): readonly (ts.TypeNode | undefined)[] {
  if (written === undefined) return [];
  if (ts.isParenthesizedTypeNode(written) || ts.isTypeOperatorNode(written)) return tupleNodes(written.type);
  if (!ts.isTupleTypeNode(written)) return [];
  return written.elements.map((one) => (ts.isNamedTupleMember(one) || ts.isOptionalTypeNode(one) ? one.type : one));
}
