import { ts } from '../../program/typescript.js';
import type { TypeNode } from '../model.js';
import { documentationForModel } from './jsdoc.js';
import { isIntegerAlias } from './integer-alias.js';
import { orderedMembers } from './ordered-members.js';
import { isContradiction } from './refusals.js';
import { isLiteral, literalValue, unbranded } from './primitives.js';
import type { Reader, TypeHandler } from './type-handler.js';

/**
 * Enums. Numeric ones have the names of their members in the description, because `0` alone means
 * nothing to a model.
 */
export const enumeration: TypeHandler = {
  name: 'enumeration',
  handles: (type) => type.isUnion() && (type.flags & ts.TypeFlags.EnumLiteral) !== 0,
  read: (type, read) => {
    const members = orderedMembers(type as ts.UnionType, read.checker, undefined);
    const computed = members.find((one) => isComputed(one));
    if (computed !== undefined) return read.read(computed);
    return {
      kind: 'literals',
      values: members.map(literalValue),
      description: documentationForModel(type.symbol, read),
      members: memberTexts(members, read),
    };
  },
};

/**
 * `Size = 'abc'.length`: only running the enum gives the value of such a member. JSON has neither
 * `Infinity` nor `NaN`.
 */
export const computedMember: TypeHandler = {
  name: 'computed enum member',
  handles: isComputed,
  read: (type, read) =>
    read.unsupported(
      type,
      'is a member of an enum whose value no build can know',
      'Give the member a number or a text, or write the values as a union of literals.',
    ),
};

/** One member of an enum, `Mode.Fast`, or an enum with only one member. */
export const enumMember: TypeHandler = {
  name: 'enum member',
  handles: (type) => !type.isUnion() && (type.flags & ts.TypeFlags.EnumLiteral) !== 0 && isLiteral(type),
  read: (type, read) => ({
    kind: 'literals',
    values: [literalValue(type)],
    members: memberText(type, read),
  }),
};

export const union: TypeHandler = {
  name: 'union',
  handles: (type) => type.isUnion(),
  read: (type, read, written) => {
    const whole = type as ts.UnionType;
    const members = orderedMembers(whole, read.checker, written)
      .filter(
        (one) => !(one.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) && !isContradiction(one, read.checker),
      )
      .map(unbranded);
    if (members.every(isLiteral) && !holdsBoolean(members)) return literals(members, read);
    return {
      kind: 'union',
      name: unionName(whole, read.checker, written),
      members: grouped(members, read, written),
    };
  },
};

function isComputed(type: ts.Type): boolean {
  if (type.isUnion()) return false;
  if (type.flags & ts.TypeFlags.Enum) return true;
  return (type.flags & ts.TypeFlags.EnumLiteral) !== 0 && type.isNumberLiteral() && !Number.isFinite(type.value);
}

/** Returns the name of the alias of a union, even if `| undefined` has hidden it. */
export function unionName(
  type: ts.UnionType,
  checker: ts.TypeChecker,
  written: ts.TypeNode | undefined,
): string | undefined {
  if (type.aliasSymbol !== undefined) return type.aliasSymbol.name;
  if (written === undefined || !ts.isTypeReferenceNode(written)) return undefined;
  const whole = checker.getTypeFromTypeNode(written);
  return whole.isUnion() && whole.aliasSymbol !== undefined ? whole.aliasSymbol.name : undefined;
}

/**
 * Groups literals as one choice, at the position of the first. `true` and `false` become a boolean.
 */
function grouped(
  members: readonly ts.Type[],
  read: Reader,
  written: ts.TypeNode | undefined,
): ReturnType<Reader['read']>[] {
  const booleans = holdsBoolean(members) ? members.filter((one) => one.flags & ts.TypeFlags.BooleanLiteral) : [];
  const choices = members.filter(
    (one) => isLiteral(one) && !(one.flags & ts.TypeFlags.Null) && !booleans.includes(one),
  );
  const done = new Set<string>();
  const once = (name: string, make: () => ReturnType<Reader['read']>): ReturnType<Reader['read']>[] => {
    if (done.has(name)) return [];
    done.add(name);
    return [make()];
  };
  return members.flatMap((one) => {
    if (booleans.length === 2 && booleans.includes(one))
      return once('boolean', () => read.read(read.checker.getBooleanType()));
    if (choices.includes(one)) return once('choices', () => ({ node: literals(choices, read) }));
    return [read.read(one, writtenMemberOf(one, written, read.checker))];
  });
}

/** Returns the written member of a member, whose name may add facts to its type. */
export function writtenMemberOf(
  member: ts.Type,
  written: ts.TypeNode | undefined,
  checker: ts.TypeChecker,
): ts.TypeNode | undefined {
  if (written === undefined) return undefined;
  if (ts.isParenthesizedTypeNode(written)) return writtenMemberOf(member, written.type, checker);
  if (!ts.isUnionTypeNode(written)) return undefined;
  const candidates = written.types.filter((one) => checker.getTypeFromTypeNode(one) === member);
  return candidates.find((one) => isIntegerAlias(one, checker)) ?? candidates[0];
}

/** Returns whether both `true` and `false` are members: a boolean, not a choice. */
function holdsBoolean(members: readonly ts.Type[]): boolean {
  return members.filter((one) => one.flags & ts.TypeFlags.BooleanLiteral).length === 2;
}

function literals(members: readonly ts.Type[], read: Reader): TypeNode {
  const ofEnum = members.filter((one) => one.flags & ts.TypeFlags.EnumLiteral);
  const [first] = ofEnum;
  const symbol = first && (parentOf(first, read) ?? first.symbol);
  return {
    kind: 'literals',
    values: members.map(literalValue),
    description: symbol && documentationForModel(symbol, read),
    members: memberTexts(ofEnum, read),
  };
}

function memberTexts(members: readonly ts.Type[], read: Reader): string | undefined {
  const texts = members.map((member) => memberText(member, read)).filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join('\n');
}

/**
 * Returns `0 = Low: not urgent`, or undefined for a string member without a comment, whose value is
 * clear.
 */
function memberText(member: ts.Type, read: Reader): string | undefined {
  const text = documentationForModel(member.symbol, read);
  const value = literalValue(member);
  if (typeof value === 'string') return text === undefined ? undefined : `${value}: ${text}`;
  return text === undefined
    ? `${String(value)} = ${member.symbol.name}`
    : `${String(value)} = ${member.symbol.name}: ${text}`;
}

function parentOf(member: ts.Type, read: Reader): ts.Symbol | undefined {
  const parent = member.symbol.valueDeclaration?.parent;
  return parent !== undefined && ts.isEnumDeclaration(parent)
    ? read.checker.getSymbolAtLocation(parent.name)
    : undefined;
}
