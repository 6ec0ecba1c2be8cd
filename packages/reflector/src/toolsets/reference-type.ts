import { snakeCase } from '@haft/core';
import { ts } from '../program/typescript.js';
import { children, type TypeNode } from '../types/model.js';
import type { HaftNames } from './haft-names.js';

/** The value of a `Ref<T>`. */
export interface ReferenceType {
  readonly type: ts.Type;
  /** The type in the source, if `Ref<T>` is written there. */
  readonly written: ts.TypeNode | undefined;
  /** The type as text: `Invoice[]`. */
  readonly text: string;
  /** The first part of ids: `invoices`. */
  readonly name: string;
}

/** Returns the value of a `Ref<T>`. Returns undefined for other types. */
export function referenceType(
  type: ts.Type,
  written: ts.TypeNode | undefined,
  { names, checker }: { readonly names: HaftNames; readonly checker: ts.TypeChecker },
): ReferenceType | undefined {
  const present = checker.getNonNullableType(type);
  const symbol = present.getSymbol();
  if (symbol === undefined || names.ofSymbol(symbol) !== 'Ref' || mayBeNull(type)) return undefined;
  const [value] = checker.getTypeArguments(present as ts.TypeReference);
  if (value === undefined) return undefined;
  const text = checker.typeToString(value);
  const inside = written !== undefined && ts.isTypeReferenceNode(written) ? written.typeArguments?.[0] : undefined;
  return {
    type: value,
    written: inside,
    text: text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 3)}...`,
    name: nameOf(value, checker),
  };
}

/** Returns whether a type contains a `Ref`, which only a parameter and a result can be. */
export function containsRef(root: TypeNode, names: HaftNames): boolean {
  const seen = new Set<TypeNode>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const symbol = node.kind === 'object' ? node.instanceOf?.symbol : undefined;
    if (symbol !== undefined && names.ofSymbol(symbol) === 'Ref') return true;
    for (const child of children(node)) waiting.push(child.node);
  }
  return false;
}

const LONGEST_TEXT = 60;

function mayBeNull(type: ts.Type): boolean {
  return type.isUnion() && type.types.some((one) => (one.flags & ts.TypeFlags.Null) !== 0);
}

/** Returns `invoices` for `Invoice[]`, `report` for `Report`, `value` for a type without a name. */
function nameOf(type: ts.Type, checker: ts.TypeChecker): string {
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  const named = item ?? type;
  const name = (named.aliasSymbol ?? named.getSymbol())?.name ?? '';
  const snake = /^[A-Za-z]\w*$/.test(name) ? snakeCase(name) : '';
  if (snake === '') return item === undefined ? 'value' : 'values';
  return item === undefined || snake.endsWith('s') ? snake : `${snake}s`;
}
