import { ts } from '../../program/typescript.js';
import type { TypeNode, TypeRef } from '../model.js';
import { isLibraryInstance } from './library-instance.js';
import { libraryName } from './library-name.js';
import { isKnownLibraryName } from './library-types.js';
import { toJsonResult } from './to-json-result.js';
import type { Reader, TypeHandler } from './type-handler.js';

/**
 * `interface Names extends Array<string> {}`, `Date & { __brand: 'Day' }`: on the wire, the library
 * type that they extend. JSON cannot keep their other members.
 */
export const libraryExtension: TypeHandler = {
  name: 'library extension',
  handles: (type, read) => extensionOf(type, read).bases.length > 0 && !writesOwnJson(type, read),
  read: (type, read) => {
    const { bases, isClass } = extensionOf(type, read);
    const names = bases.map((one) => `'${read.print(one)}'`).join(' and ');
    const base = bases.find((one) => bases.every((other) => read.checker.isTypeAssignableTo(one, other)));
    if (base === undefined) return read.unsupported(type, `is ${names} at once`, 'Use one of them.');
    if (isClass) {
      return read.unsupported(
        type,
        `is made of a class that extends ${names}, of which JSON has no instances`,
        `Use ${names}, or an object that has it as a property.`,
      );
    }
    const added = addedMember(type, base, read);
    if (added !== undefined) {
      const isOfBase = read.checker.getPropertyOfType(base, added.name) !== undefined;
      return read.unsupported(
        type,
        isOfBase
          ? `changes '${added.name}' of ${names}, which no schema can say`
          : `adds '${added.name}' to ${names}, which JSON cannot carry`,
        `Use ${names}, or an object that has it and '${added.name}' as properties.`,
      );
    }
    return isReferenceTo(type) ? instanceOfGeneric(type, base, read) : read.read(base);
  },
};

/** Returns whether the values of a result have a `toJSON` of the project. */
function writesOwnJson(type: ts.Type, read: Reader): boolean {
  if (read.direction === 'arguments' || toJsonResult(type, read) === undefined) return false;
  const declared = read.checker.getPropertyOfType(type, 'toJSON')?.declarations ?? [];
  return declared.every((one) => !read.program.isSourceFileDefaultLibrary(one.getSourceFile()));
}

/** The parts of a type. */
interface Extension {
  /**
   * The library types, arrays and tuples that it extends or intersects. Empty for those types
   * themselves.
   */
  readonly bases: readonly ts.Type[];
  /** Whether one of the parts is a class of the project. */
  readonly isClass: boolean;
}

function extensionOf(type: ts.Type, read: Reader): Extension {
  const bases = new Set<ts.Type>();
  const seen = new Set<ts.Type>();
  let isClass = false;
  const visit = (one: ts.Type): void => {
    if (seen.has(one)) return;
    seen.add(one);
    if (one !== type && isLibraryData(one, read)) bases.add(one);
    else if (one.isIntersection()) one.types.forEach(visit);
    else if (libraryName(one, read) === undefined) {
      const declared = isReferenceTo(one) ? one.target : one;
      if (!declared.isClassOrInterface() || isLibraryData(one, read)) return;
      const found = bases.size;
      (declared.getBaseTypes() ?? []).forEach(visit);
      if (bases.size > found && declared.isClass()) isClass = true;
    }
  };
  visit(type);
  return { bases: [...bases], isClass };
}

function isLibraryData(type: ts.Type, read: Reader): boolean {
  if (read.checker.isArrayType(type) || read.checker.isTupleType(type)) return true;
  const name = libraryName(type, read);
  return name !== undefined && (isKnownLibraryName(name) || isLibraryInstance(type, read));
}

function isReferenceTo(type: ts.Type): type is ts.TypeReference {
  const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
  if (!isObject || ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) === 0) return false;
  return (type as ts.TypeReference).target !== type;
}

/**
 * Returns `Named<string>` of `interface Named<T> extends Array<T> {}`: the checker fills in the
 * members, but not the base.
 */
function instanceOfGeneric(type: ts.Type, base: ts.Type, read: Reader): TypeNode | TypeRef {
  const items = read.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (items !== undefined && read.checker.isArrayType(base))
    return { kind: 'array', items: read.read(items), set: false };
  if (read.checker.getTypeArguments(base as ts.TypeReference).length === 0) return read.read(base);
  return read.unsupported(
    type,
    `is an instance of a generic type that extends '${read.print(base)}'`,
    `Use '${read.print(base)}' with its type arguments.`,
  );
}

/**
 * Returns the first additional member that a value must have and that is not only a mark for the
 * compiler.
 */
function addedMember(type: ts.Type, base: ts.Type, read: Reader): ts.Symbol | undefined {
  const { checker, program } = read;
  return checker.getPropertiesOfType(type).find((member) => {
    const declarations = member.declarations ?? [];
    const ofBase = checker.getPropertyOfType(base, member.name);
    if (ofBase === undefined) return !isMark(member, checker);
    const isOfLibrary = declarations.every((one) => program.isSourceFileDefaultLibrary(one.getSourceFile()));
    return (
      !isOfLibrary && !checker.isTypeAssignableTo(checker.getTypeOfSymbol(ofBase), checker.getTypeOfSymbol(member))
    );
  });
}

/** Returns whether a member is optional, or exists only for the compiler. */
function isMark(member: ts.Symbol, checker: ts.TypeChecker): boolean {
  if (member.flags & ts.SymbolFlags.Optional || member.name.startsWith('_')) return true;
  const marks = ts.TypeFlags.Never | ts.TypeFlags.UniqueESSymbol | ts.TypeFlags.Undefined;
  return (checker.getTypeOfSymbol(member).flags & marks) !== 0;
}
