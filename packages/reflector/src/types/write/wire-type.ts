import type { ObjectNode, TypeNode } from '../model.js';
import { isRequired } from './is-required.js';
import type { SchemaHooks } from './schema-hooks.js';

/** The greatest depth of a wire type. Deeper or recursive parts are `unknown`. */
const MAX_DEPTH = 8;
/**
 * The greatest length of a wire type, which is for reading and completion. Parts beyond it are
 * `unknown`.
 */
const MAX_LENGTH = 20_000;

/**
 * Returns the wire form of a type as TypeScript source, without references to the project's own
 * types.
 */
export function wireType(root: TypeNode, hooks: WireHooks): string {
  let length = 0;
  const open = new Set<TypeNode>();
  const write = (node: TypeNode): string => {
    if (open.has(node) || open.size >= MAX_DEPTH || length > MAX_LENGTH) return 'unknown';
    open.add(node);
    const text = writeNode(node, write, hooks);
    open.delete(node);
    length += text.length;
    return text;
  };
  return write(root);
}

/** The hooks that decide the properties on the wire. */
export type WireHooks = Pick<SchemaHooks, 'wireName' | 'isRequired' | 'refusesNull'>;

type Write = (node: TypeNode) => string;

function writeNode(node: TypeNode, write: Write, hooks: WireHooks): string {
  switch (node.kind) {
    case 'leaf':
      return node.wire;
    case 'literals':
      return node.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'array':
      return `Array<${write(node.items.node)}>`;
    case 'tuple': {
      const elements = node.elements.map(
        (element) => `${atom(write(element.type.node))}${element.optional ? '?' : ''}`,
      );
      const rest = node.rest === undefined ? [] : [`...Array<${write(node.rest.node)}>`];
      return `[${[...elements, ...rest].join(', ')}]`;
    }
    case 'map':
      return typeof node.keys === 'string'
        ? `Record<${node.keys}, ${write(node.values.node)}>`
        : `Array<[${write(node.keys.node)}, ${write(node.values.node)}]>`;
    case 'object':
      return writeObject(node, write, hooks);
    case 'union':
      return [...new Set(node.members.map((one) => write(one.node)))].join(' | ');
    case 'anything':
    case 'unsupported':
      return 'unknown';
  }
}

function atom(text: string): string {
  return /^[\w.]+$/.test(text) ? text : `(${text})`;
}

function writeObject(node: ObjectNode, write: Write, hooks: WireHooks): string {
  const [index] = node.indexes;
  const properties = node.properties.flatMap((one) => {
    const name = hooks.wireName(one, node);
    if (name === undefined) return [];
    const type = hooks.refusesNull(one, node) ? withoutNull(one.type.node) : one.type.node;
    return [
      `${nameText(name)}${isRequired(one, node, hooks) ? '' : '?'}: ${write(type)}${one.reference === undefined ? '' : ' | { $ref: string }'}`,
    ];
  });
  if (index !== undefined) {
    // In TypeScript, declared properties and an index signature must agree. In JSON Schema they
    // need not.
    if (properties.length === 0) return `Record<string, ${write(index.values.node)}>`;
    return `{ ${properties.join('; ')}; [name: string]: unknown }`;
  }
  return properties.length === 0 ? 'Record<string, never>' : `{ ${properties.join('; ')} }`;
}

function withoutNull(node: TypeNode): TypeNode {
  if (node.kind === 'literals') return { ...node, values: node.values.filter((value) => value !== null) };
  if (node.kind !== 'union') return node;
  const [first, ...others] = node.members.filter((one) => one.node.kind !== 'leaf' || one.node.wire !== 'null');
  if (first === undefined) return node;
  return others.length === 0 ? first.node : { ...node, members: [first, ...others] };
}

function nameText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
