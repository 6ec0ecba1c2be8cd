import { ts } from '../../program/typescript.js';

/** The kind of a property's value when rules run. */
export interface ValueKind {
  readonly value: Kind;
  /** The kind of the items, if the value is an array, null or absent. */
  readonly items?: Kind;
  /** Whether the items are strings, numbers, booleans or null. */
  readonly scalarItems?: true;
  /** Whether the values or the items include null. */
  readonly nullable?: true;
}

/**
 * `plain`: the JSON value itself. `object`: an object in JSON, and at run time, of any class.
 * `date`: a date. `other`: revival creates something else, so a rule and a keyword check different
 * values.
 */
export type Kind = 'plain' | 'object' | 'date' | 'other';

/** Returns the kind of a property's values at run time, from its type. */
export function valueKind(type: ts.Type, checker: ts.TypeChecker): ValueKind {
  const members = membersOf(type);
  const arrays = members.map((one) => itemsOf(one, checker));
  const nullable = [type, ...arrays].some((one) => one !== undefined && hasNull(one)) && { nullable: true as const };
  if (members.length > 0 && arrays.every((one) => one !== undefined)) {
    const items = arrays.flatMap((one) => membersOf(one));
    return {
      ...nullable,
      value: 'plain',
      items: joined(items.map((one) => kindOf(one, checker))),
      ...(items.every(isScalar) && { scalarItems: true }),
    };
  }
  return { ...nullable, value: joined(members.map((one) => kindOf(one, checker))) };
}

function hasNull(type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some((one) => one.flags & ts.TypeFlags.Null);
}

/** Returns the parts of a type without null and undefined, which rules see unchanged. */
function membersOf(type: ts.Type): readonly ts.Type[] {
  const members = type.isUnion() ? type.types : [type];
  const missing = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void;
  return members.filter((one) => !(one.flags & missing));
}

function itemsOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  return checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference)[0] : undefined;
}

function joined(kinds: readonly Kind[]): Kind {
  const [first = 'plain', ...others] = kinds;
  if (others.every((one) => one === first)) return first;
  // In a mixture of plain values and objects, each part decides by value.
  return kinds.every((one) => one === 'plain' || one === 'object') ? 'object' : 'other';
}

const SCALAR =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined;

function isScalar(type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some(isScalar);
  return Boolean(type.flags & SCALAR);
}

function kindOf(type: ts.Type, checker: ts.TypeChecker): Kind {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown) || isScalar(type)) return 'plain';
  if (type.flags & ts.TypeFlags.BigIntLike) return 'other';
  if (checker.isArrayType(type) || checker.isTupleType(type)) return 'plain';
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive | ts.TypeFlags.Intersection))) return 'other';
  // `Date`, `Map`, `Set`, `URL`, `Uint8Array`, `Buffer`: the language or Node declares them, not a
  // project.
  const declaration = (type.symbol as ts.Symbol | undefined)?.valueDeclaration;
  const isLibrary = declaration?.getSourceFile().isDeclarationFile === true && LIBRARY.has(type.symbol.name);
  if (isLibrary) return type.symbol.name === 'Date' ? 'date' : 'other';
  return 'object';
}

const LIBRARY: ReadonlySet<string> = new Set([
  ...['Date', 'Map', 'ReadonlyMap', 'Set', 'ReadonlySet', 'URL', 'Buffer', 'Blob', 'File', 'ArrayBuffer', 'DataView'],
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'RegExp', 'Promise', 'WeakMap', 'WeakSet'],
]);
