import { ts } from '../../program/typescript.js';

/**
 * Returns the members of a union in the order of the source. The checker's order depends on earlier
 * checks, so it is never used. Members without a written type come last, in a fixed order.
 */
export function orderedMembers(
  type: ts.UnionType,
  checker: ts.TypeChecker,
  written: ts.TypeNode | undefined,
): readonly ts.Type[] {
  const order = writtenOrder(type, checker, written);
  const positions = new Map<ts.Type, number>();
  for (const one of order) if (!positions.has(one)) positions.set(one, positions.size);
  const position = (one: ts.Type): number => positions.get(regular(one)) ?? Number.MAX_SAFE_INTEGER;
  return [...type.types].sort((a, b) => position(a) - position(b) || compareTypes(a, b, checker));
}

function writtenOrder(
  type: ts.UnionType,
  checker: ts.TypeChecker,
  written: ts.TypeNode | undefined,
): readonly ts.Type[] {
  const alias = type.aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration);
  const nodes = [written, alias?.type].filter((node) => node !== undefined);
  return [...nodes.flatMap((node) => flatten(node, checker, 0)), ...enumOrder(type)].map(regular);
}

/** Returns the members in a type node, through parentheses, operators and aliases. */
function flatten(node: ts.TypeNode, checker: ts.TypeChecker, depth: number): readonly ts.Type[] {
  if (depth > 10) return [];
  if (ts.isParenthesizedTypeNode(node)) return flatten(node.type, checker, depth);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((one) => flatten(one, checker, depth + 1));
  if (ts.isTypeReferenceNode(node)) {
    const symbol = resolved(checker.getSymbolAtLocation(node.typeName), checker);
    const alias = symbol?.declarations?.find(ts.isTypeAliasDeclaration);
    const inner = [...(alias === undefined ? [] : flatten(alias.type, checker, depth + 1))];
    // The arguments of a generic alias (`Maybe<'a' | 'b'>`, `Exclude<...>`) name members as well.
    inner.push(...(node.typeArguments ?? []).flatMap((one) => flatten(one, checker, depth + 1)));
    return [...inner, ...members(checker.getTypeFromTypeNode(node), checker)];
  }
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword) {
    return keysInOrder(checker.getTypeFromTypeNode(node.type), checker);
  }
  if (ts.isIndexedAccessTypeNode(node)) return indexedOrder(node, checker, depth);
  return members(checker.getTypeFromTypeNode(node), checker);
}

/** Returns the property names of `keyof T`, in the order of T. */
function keysInOrder(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  return checker.getPropertiesOfType(type).map((property) => checker.getStringLiteralType(property.name));
}

/**
 * Returns the members of an access: `(typeof MODES)[number]` has the items of a tuple, `T['key']`
 * the declared type of the property.
 */
function indexedOrder(node: ts.IndexedAccessTypeNode, checker: ts.TypeChecker, depth: number): readonly ts.Type[] {
  const object = checker.getTypeFromTypeNode(node.objectType);
  if (checker.isTupleType(object)) return checker.getTypeArguments(object as ts.TypeReference).map(regular);
  const index = checker.getTypeFromTypeNode(node.indexType);
  const names = index.isUnion() ? flatten(node.indexType, checker, depth + 1) : [index];
  const found = names.flatMap((name) => {
    if (!name.isStringLiteral()) return [];
    const declaration = checker.getPropertyOfType(object, name.value)?.declarations?.[0];
    const typed = declaration !== undefined && hasType(declaration) ? declaration.type : undefined;
    return typed === undefined ? [] : flatten(typed, checker, depth + 1);
  });
  if (found.length > 0) return found;
  return checker
    .getPropertiesOfType(object)
    .flatMap((property) => members(checker.getTypeOfSymbol(property), checker))
    .map(regular);
}

function hasType(node: ts.Node): node is ts.Node & { readonly type: ts.TypeNode } {
  return (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) && node.type !== undefined;
}

/** Returns the members of an enum, in the order of its declaration. */
function enumOrder(type: ts.UnionType): readonly ts.Type[] {
  return [...type.types]
    .filter((one) => one.flags & ts.TypeFlags.EnumLiteral)
    .sort((a, b) => compareTexts(enumName(a), enumName(b)) || enumPosition(a) - enumPosition(b));
}

function enumPosition(member: ts.Type): number {
  return member.symbol.valueDeclaration?.pos ?? 0;
}

function enumName(member: ts.Type): string {
  const declaration = member.symbol.valueDeclaration?.parent;
  return declaration !== undefined && ts.isEnumDeclaration(declaration) ? declaration.name.text : member.symbol.name;
}

function members(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  if (!type.isUnion()) return [type];
  const others = type.types.filter((one) => !(one.flags & ts.TypeFlags.EnumLiteral));
  return [...enumOrder(type), ...others.sort((a, b) => compareTypes(a, b, checker))];
}

function resolved(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): ts.Symbol | undefined {
  return symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns the regular identity of a literal type. The other one is "fresh". */
function regular(type: ts.Type): ts.Type {
  return (type as unknown as { readonly regularType?: ts.Type }).regularType ?? type;
}

function compareTypes(a: ts.Type, b: ts.Type, checker: ts.TypeChecker): number {
  return rank(a) - rank(b) || compareValues(a, b, checker);
}

/**
 * Returns the rank for sorting: null and undefined last, objects before them, `false` before
 * `true`.
 */
function rank(type: ts.Type): number {
  if (type.flags & ts.TypeFlags.Undefined) return 3;
  if (type.flags & ts.TypeFlags.Null) return 2;
  return type.flags & ts.TypeFlags.Object ? 1 : 0;
}

function compareValues(a: ts.Type, b: ts.Type, checker: ts.TypeChecker): number {
  if (a.isNumberLiteral() && b.isNumberLiteral()) return a.value - b.value;
  return compareTexts(checker.typeToString(a), checker.typeToString(b));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
