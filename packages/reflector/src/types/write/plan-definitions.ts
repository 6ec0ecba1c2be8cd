import { children, describedAs, type ObjectNode, type TypeNode, type UnionNode } from '../model.js';

/** A schema that is longer than this and used this often is written once. */
const LONG = 300;
const OFTEN = 3;

/**
 * The rule treats sizes beyond this as equal. Without a limit, shared types would grow without end.
 */
const ENOUGH = 1_000_000;

/**
 * Returns the nodes of a type that belong in `$defs`, with their names: where a recursion closes,
 * and long ones with several uses. All others are inlined. Linear in the number of nodes.
 */
export function planDefinitions(root: TypeNode): ReadonlyMap<TypeNode, string> {
  if (!isShared(root)) return NONE;
  const { closing, order } = walk(root);
  const sizes = inlineSizes(order, closing);
  const definitions = new Set<TypeNode>();
  const uses = new Map<TypeNode, number>();
  // In the reversed order of a walk, parents come before children, after cutting the edges that
  // close a recursion.
  for (const node of [...order].reverse()) {
    const used = uses.get(node) ?? 0;
    if (closing.has(node)) definitions.add(node);
    else if (isNamed(node) && node !== root && used >= OFTEN && (sizes.get(node) ?? 0) > LONG) definitions.add(node);
    const copies = node === root || definitions.has(node) ? 1 : used;
    for (const { node: child } of children(node)) uses.set(child, Math.min(ENOUGH, (uses.get(child) ?? 0) + copies));
  }
  return nameDefinitions([...order].reverse().filter((node) => definitions.has(node)));
}

const NONE: ReadonlyMap<TypeNode, string> = new Map();

/** Returns whether a node with children has several uses. Most types are trees and need no plan. */
function isShared(root: TypeNode): boolean {
  const met = new Set<TypeNode>();
  const visit = (node: TypeNode): boolean => {
    const inner = children(node);
    if (inner.length === 0) return false;
    if (met.has(node)) return true;
    met.add(node);
    return inner.some((child) => visit(child.node));
  };
  return visit(root);
}

interface Walk {
  /** Nodes at which a recursion closes: every path that visits a node twice passes one of them. */
  readonly closing: ReadonlySet<TypeNode>;
  /** Children before parents, except for the references that close a recursion. */
  readonly order: readonly TypeNode[];
}

function walk(root: TypeNode): Walk {
  const closing = closingNodes(root);
  const order: TypeNode[] = [];
  const done = new Set<TypeNode>();
  const visit = (node: TypeNode): void => {
    if (done.has(node)) return;
    done.add(node);
    for (const { node: child } of children(node)) if (!closing.has(child)) visit(child);
    order.push(node);
  };
  for (const node of [...closing].reverse()) visit(node);
  visit(root);
  return { closing, order };
}

function closingNodes(root: TypeNode): ReadonlySet<TypeNode> {
  const closing = new Set<TypeNode>();
  const open: TypeNode[] = [];
  const isOpen = new Set<TypeNode>();
  const done = new Set<TypeNode>();
  const visit = (node: TypeNode): void => {
    if (isOpen.has(node)) {
      // Any node breaks the circle. A named one is the most readable.
      const circle = open.slice(open.indexOf(node));
      if (!circle.some((one) => closing.has(one))) closing.add(circle.find(hasName) ?? node);
      return;
    }
    if (done.has(node)) return;
    open.push(node);
    isOpen.add(node);
    for (const child of children(node)) visit(child.node);
    open.pop();
    isOpen.delete(node);
    done.add(node);
  };
  visit(root);
  return closing;
}

function hasName(node: TypeNode): boolean {
  return isNamed(node) && node.name !== undefined;
}

/** Returns about how many characters each node takes inline. */
function inlineSizes(order: readonly TypeNode[], closing: ReadonlySet<TypeNode>): ReadonlyMap<TypeNode, number> {
  const sizes = new Map<TypeNode, number>();
  for (const node of order) {
    const inner = children(node).reduce(
      (sum, { node: child }) => sum + (closing.has(child) ? 30 : (sizes.get(child) ?? 30)),
      0,
    );
    sizes.set(node, Math.min(ENOUGH, ownSize(node) + inner));
  }
  return sizes;
}

function ownSize(node: TypeNode): number {
  const text = describedAs(node.description, node);
  const described = text === undefined ? 0 : text.length + 18;
  switch (node.kind) {
    case 'leaf':
      return described + JSON.stringify(node.schema).length;
    case 'literals':
      return described + JSON.stringify(node.values).length + 24;
    case 'object':
      return node.properties.reduce(
        (sum, one) =>
          sum + 2 * one.name.length + 12 + (one.description?.length ?? -18) + 18 + JSON.stringify(one.keywords).length,
        described + 75,
      );
    default:
      return described + 30;
  }
}

function isNamed(node: TypeNode): node is ObjectNode | UnionNode {
  return node.kind === 'object' || node.kind === 'union';
}

function nameDefinitions(nodes: readonly TypeNode[]): ReadonlyMap<TypeNode, string> {
  const names = new Map<TypeNode, string>();
  const taken = new Set<string>();
  for (const node of nodes) {
    const base = (isNamed(node) ? node.name : undefined)?.replace(/\W/g, '') ?? '';
    const stem = base === '' ? 'Type' : base;
    let name = stem;
    for (let number = 2; taken.has(name); number++) name = `${stem}${number}`;
    taken.add(name);
    names.set(node, name);
  }
  return names;
}
