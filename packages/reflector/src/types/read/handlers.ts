import { brand } from './branded.js';
import { brokenBase } from './broken-base.js';
import { array, tuple } from './containers.js';
import { libraryExtension } from './library-extension.js';
import { libraryType } from './library-types.js';
import { objectType } from './object-type.js';
import { bigint, boolean, leaf, literal } from './primitives.js';
import { anyType, callable, never, symbol, typeParameter, unknownType, unresolved } from './refusals.js';
import { templateLiteral } from './template-literal.js';
import type { TypeHandler } from './type-handler.js';
import { computedMember, enumeration, enumMember, union } from './unions.js';

/**
 * The handlers. The first match wins. The comment after a name gives the reason for its position.
 */
export const handlers: readonly TypeHandler[] = [
  unresolved, // is an `any` by its flags: before it
  anyType,
  unknownType,
  never,
  templateLiteral, // counts as instantiable: before type parameters
  typeParameter,
  libraryType, // Date, Map, bytes are objects, and some are callable: before both
  libraryExtension, // is an object, or an intersection: before both, and after the library types themselves
  brand, // is an intersection: before objects
  bigint, // before literals: a bigint literal is one
  symbol,
  boolean, // is the union of true and false
  enumeration, // is a union
  computedMember, // may be a literal
  enumMember, // is a literal
  literal,
  union,
  tuple, // is an array to some questions
  array,
  callable, // is an object
  brokenBase, // is an object: before it
  objectType,
  leaf,
];
