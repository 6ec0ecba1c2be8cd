import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { Finding } from '../diagnostics/diagnostics.js';
import type { Revival } from '../model.js';
import type { ts } from '../program/typescript.js';

/*
 * What lies between TypeScript's types and everything that is written of them. One node for each type; children are
 * references, so that recursion needs no special case and reading is linear.
 */

/** A reference to a type's node. The node is set once the type is read; a recursive type refers to itself before. */
export interface TypeRef {
  readonly node: TypeNode;
}

/** What a type is, on the wire. */
export type TypeNode =
  LeafNode | LiteralsNode | ArrayNode | TupleNode | MapNode | ObjectNode | UnionNode | AnythingNode | UnsupportedNode;

/** What every node may say. */
interface Described {
  /** The comment of the type's own declaration; that of a property or parameter wins over it. */
  readonly description?: string | undefined;
  /** What the tags of the type's own comment say, and where it stands. */
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
  /** Of an enum: what the members mean that do not say so by their values. Stands below the description, whoever gives that. */
  readonly members?: string | undefined;
}

/** An array, or a `Set` written as one. */
export interface ArrayNode extends Described {
  readonly kind: 'array';
  readonly items: TypeRef;
  readonly set: boolean;
}

/** An array whose items have types of their own, by position. */
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
  /** Strings and numbers are keys of a JSON object; everything else makes a JSON array of pairs. */
  readonly keys: 'string' | 'number' | TypeRef;
  readonly values: TypeRef;
}

/** An object with declared properties, index signatures, or both. */
export interface ObjectNode extends Described {
  readonly kind: 'object';
  /** The name of the interface, class or alias; undefined for a type literal. */
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
  /** The language fills in a value of its own. */
  readonly initialized: boolean;
  readonly default?: JsonValue | undefined;
  readonly sensitive?: boolean | undefined;
  /** Keywords beside those of the type: constraints, examples, deprecation. */
  readonly keywords: JsonSchemaObject;
  /** Where it is declared, for constraints and reports. */
  readonly declaration?: ts.Declaration | undefined;
  /** Of an object that is no instance: the member of a class that the property is. */
  readonly taken?: TakenMember | undefined;
}

/** A member of a class in a type that is made of the class, and has no instances. */
export interface TakenMember {
  /** In the classes; several where several classes have the property. */
  readonly declarations: readonly ts.Declaration[];
  /** The type that is made of the class. */
  readonly owner: ts.Type;
  /** What the property is there. */
  readonly type: ts.Type;
  /** Where that type is used. */
  readonly place: ts.Node;
}

/** An index signature: names that match take values of the type. */
export interface IndexNode {
  /** Undefined: every name. */
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

/** `unknown`, where it is written: every JSON value. */
export interface AnythingNode extends Described {
  readonly kind: 'anything';
}

/** A type that was reported. It stands for "no schema", and nothing is written of what contains it. */
export interface UnsupportedNode extends Described {
  readonly kind: 'unsupported';
  readonly finding: Finding;
}

/** A description of what has this type, with what the type adds to it. */
export function describedAs(description: string | undefined, node: TypeNode): string | undefined {
  const members = node.kind === 'literals' ? node.members : undefined;
  return description === undefined || members === undefined ? (description ?? members) : `${description}\n${members}`;
}

/** The first type that could not be represented among all that a node reaches. */
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

/** The nodes that a node refers to, in order. */
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
