import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { Finding } from '../diagnostics/diagnostics.js';
import type { Revival } from '../model.js';
import type { ts } from '../program/typescript.js';

/*
 * The model between TypeScript's types and everything that is generated from them. Each type has
 * one node. Children are references, so that recursion needs no special case and reading is linear.
 */

/**
 * A reference to a type's node. The node is set after the type is read. A recursive type refers to
 * itself earlier.
 */
export interface TypeRef {
  readonly node: TypeNode;
}

/** The form of a type on the wire. */
export type TypeNode =
  LeafNode | LiteralsNode | ArrayNode | TupleNode | MapNode | ObjectNode | UnionNode | AnythingNode | UnsupportedNode;

/** The optional fields of every node. */
interface Described {
  /**
   * The comment of the type's own declaration. A comment of a property or parameter overrides it.
   */
  readonly description?: string | undefined;
  /** The keywords in the tags of the type's own comment, and its place. */
  readonly tagged?: { readonly keywords: JsonSchemaObject; readonly declaration: ts.Declaration } | undefined;
}

/** A type without children: its schema is complete. */
export interface LeafNode extends Described {
  readonly kind: 'leaf';
  readonly schema: JsonSchemaObject;
  /** The wire type as TypeScript source. */
  readonly wire: string;
  readonly revival?: Revival;
}

/** One of some strings, numbers, booleans or null, in the order of the source. */
export interface LiteralsNode extends Described {
  readonly kind: 'literals';
  readonly values: readonly (string | number | boolean | null)[];
  /**
   * For an enum: the meanings of members whose values do not say them. Follows the description,
   * whatever its source.
   */
  readonly members?: string | undefined;
}

/** An array, or a `Set` written as one. */
export interface ArrayNode extends Described {
  readonly kind: 'array';
  readonly items: TypeRef;
  readonly set: boolean;
}

/** An array whose items have separate types, by position. */
export interface TupleNode extends Described {
  readonly kind: 'tuple';
  readonly elements: readonly {
    readonly type: TypeRef;
    readonly optional: boolean;
    readonly name?: string | undefined;
  }[];
  readonly rest?: TypeRef | undefined;
}

/** A `Map`. */
export interface MapNode extends Described {
  readonly kind: 'map';
  /**
   * Strings and numbers are keys of a JSON object. Everything else becomes a JSON array of pairs.
   */
  readonly keys: 'string' | 'number' | TypeRef;
  readonly values: TypeRef;
}

/** An object with declared properties, index signatures, or both. */
export interface ObjectNode extends Described {
  readonly kind: 'object';
  /** The name of the interface, class or alias. Undefined for a type literal. */
  readonly name: string | undefined;
  readonly properties: readonly PropertyNode[];
  readonly indexes: readonly IndexNode[];
  /** The class whose instance the value becomes. */
  readonly instanceOf?: ClassInstance | undefined;
}

/** A class, and the type of its instances with its type arguments. */
export interface ClassInstance {
  readonly symbol: ts.Symbol;
  readonly type: ts.Type;
}

/** An object that becomes an instance. */
export type InstanceNode = ObjectNode & { readonly instanceOf: ClassInstance };

/** A property of an object, or a parameter of a tool. */
export interface PropertyNode extends Described {
  readonly name: string;
  readonly type: TypeRef;
  readonly optional: boolean;
  /** Whether an initialiser sets the value. */
  readonly initialized: boolean;
  readonly default?: JsonValue | undefined;
  readonly sensitive?: boolean | undefined;
  /** Other names that a call may use. */
  readonly aliases?: readonly string[] | undefined;
  /** Keywords in addition to those of the type: constraints, examples, deprecation. */
  readonly keywords: JsonSchemaObject;
  /** The declaration, for constraints and reports. */
  readonly declaration?: ts.Declaration | undefined;
  /** The type of the value, if the property is a parameter of type `Ref<T>`. */
  readonly reference?: string | undefined;
  /** If the object is not an instance: the member of a class that the property is. */
  readonly taken?: TakenMember | undefined;
}

/** A member of a class in a type that is derived from the class and has no instances. */
export interface TakenMember {
  /** The declarations in the classes. Several if several classes have the property. */
  readonly declarations: readonly ts.Declaration[];
  /** The type that is derived from the class. */
  readonly owner: ts.Type;
  /** The type of the property there. */
  readonly type: ts.Type;
  /** The place where that type is used. */
  readonly place: ts.Node;
}

/** An index signature: matching names have values of the type. */
export interface IndexNode {
  /** The pattern of the names. Undefined for every name. */
  readonly pattern: string | undefined;
  readonly values: TypeRef;
}

/** A value of one of several types, in the order of the source. */
export interface UnionNode extends Described {
  readonly kind: 'union';
  /** The name of the alias, if there is one. */
  readonly name: string | undefined;
  readonly members: readonly TypeRef[];
}

/** A written `unknown`: every JSON value. */
export interface AnythingNode extends Described {
  readonly kind: 'anything';
}

/** A type that was reported. It has no schema, so nothing is written for its container. */
export interface UnsupportedNode extends Described {
  readonly kind: 'unsupported';
  readonly finding: Finding;
}

/** Returns a description of a value with this type, with the additions of the type. */
export function describedAs(description: string | undefined, node: TypeNode): string | undefined {
  const members = node.kind === 'literals' ? node.members : undefined;
  return description === undefined || members === undefined ? (description ?? members) : `${description}\n${members}`;
}

/** Returns the first reachable type that could not be represented. */
export function firstUnsupported(root: TypeNode): UnsupportedNode | undefined {
  const seen = new Set<TypeNode>();
  const find = (node: TypeNode): UnsupportedNode | undefined => {
    if (node.kind === 'unsupported') return node;
    if (seen.has(node)) return undefined;
    seen.add(node);
    for (const child of children(node)) {
      const found = find(child.node);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(root);
}

/** Returns the nodes to which a node refers, in order. */
export function children(node: TypeNode): readonly TypeRef[] {
  switch (node.kind) {
    case 'array':
      return [node.items];
    case 'tuple':
      return [...node.elements.map((element) => element.type), ...(node.rest === undefined ? [] : [node.rest])];
    case 'map':
      return typeof node.keys === 'string' ? [node.values] : [node.keys, node.values];
    case 'object':
      return [...node.properties.map((property) => property.type), ...node.indexes.map((index) => index.values)];
    case 'union':
      return node.members;
    case 'leaf':
    case 'literals':
    case 'anything':
    case 'unsupported':
      return [];
  }
}

/**
 * Returns what a value is, and what its items are: the node, the members of its unions and the
 * items of its lists, transitively.
 */
export function partsOf(node: TypeNode): readonly TypeNode[] {
  const found = new Set([node]);
  // The loop also visits nodes that are added meanwhile. A list may have itself as its item.
  for (const one of found)
    if (one.kind === 'array' || one.kind === 'tuple' || one.kind === 'union')
      for (const child of children(one)) found.add(child.node);
  return [...found];
}

/** Returns the objects that a value is, or has as its items. */
export function objectsIn(node: TypeNode): readonly ObjectNode[] {
  return partsOf(node).filter((one) => one.kind === 'object');
}
