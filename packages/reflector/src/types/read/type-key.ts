import { ts } from '../../program/typescript.js';
import { tupleNodes, writtenElement } from './containers.js';
import { isIntegerAlias } from './integer-alias.js';
import { documentedAliases } from './jsdoc.js';
import { writtenArguments } from './library-types.js';
import { orderedMembers } from './ordered-members.js';
import { unionName, writtenMemberOf } from './unions.js';

/**
 * Returns the key of a type for reading: the type, and additional facts in the source. For the
 * checker, two unions of the same members are one type whatever their orders, and an alias of a
 * primitive is the primitive whatever its comment.
 */
export function typeKey(type: ts.Type, written: ts.TypeNode | undefined, checker: ts.TypeChecker): string {
  const named = aliasKey(type, written, checker);
  if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean)) {
    const members = orderedMembers(type, checker, written).filter(
      (one) => !(one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)),
    );
    const keys = members.map((one) => typeKey(one, writtenMemberOf(one, written, checker), checker));
    return `(${keys.join('|')})${unionName(type, checker, written) ?? ''}${named}`;
  }
  return `${id(type)}${named}${written === undefined ? '' : writtenKey(type, written, checker)}`;
}

function writtenKey(type: ts.Type, written: ts.TypeNode, checker: ts.TypeChecker): string {
  if (!(type.flags & ts.TypeFlags.Object)) return '';
  if (checker.isArrayType(type)) return argumentKeys(type, [writtenElement(written)], checker);
  if (checker.isTupleType(type)) return argumentKeys(type, tupleNodes(written), checker);
  const nodes = writtenArguments(written);
  return nodes.length === 0 ? '' : argumentKeys(type, nodes, checker);
}

/** Returns the aliases that describe the type, by the place of their declaration. */
function aliasKey(type: ts.Type, written: ts.TypeNode | undefined, checker: ts.TypeChecker): string {
  if (written === undefined) return '';
  const aliases = documentedAliases(written, checker).filter(
    (one) => checker.getSymbolAtLocation(one.name) !== type.aliasSymbol,
  );
  const integer = type.flags & ts.TypeFlags.Number && isIntegerAlias(written, checker) ? ':integer' : '';
  return `${aliases.map((one) => `:${one.getSourceFile().fileName}:${one.pos}`).join('')}${integer}`;
}

function argumentKeys(type: ts.Type, nodes: readonly (ts.TypeNode | undefined)[], checker: ts.TypeChecker): string {
  const types = checker.getTypeArguments(type as ts.TypeReference);
  const keys = types.map((one, index) => (nodes[index] === undefined ? '' : typeKey(one, nodes[index], checker)));
  return keys.every((key) => key === '') ? '' : `[${keys.join(',')}]`;
}

function id(type: ts.Type): number {
  return (type as unknown as { readonly id: number }).id;
}
