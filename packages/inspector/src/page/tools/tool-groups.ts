import type { Place, Project, ToolRow, ToolsetNode } from '../types.js';

/** The tools of one toolset, with the wrappers around it. */
export interface ToolGroup {
  readonly name: string;
  /** How it gets its tools: `class`, `list`, `mcp`. Unset for tools that the runtime added. */
  readonly kind?: string;
  readonly place?: Place;
  /** The wrappers around it, the outermost first. */
  readonly wrappers: readonly ToolsetNode[];
  readonly tools: readonly ToolRow[];
}

/** Returns the tools by their toolset. Tools that the runtime added come last. */
export function groupsOf({ toolset, tools }: Pick<Project, 'toolset' | 'tools'>): readonly ToolGroup[] {
  const leaves = new Map<string, { readonly kind: string; readonly wrappers: readonly ToolsetNode[] }>();
  walk(toolset, [], (leaf, wrappers) => {
    if (!leaves.has(leaf.name)) leaves.set(leaf.name, { kind: leaf.kind, wrappers });
  });
  const groups = Map.groupBy(tools, (tool) => tool.toolset);
  return [...groups]
    .map(([name, own]): ToolGroup => {
      const place = own.find((tool) => tool.place !== undefined)?.place;
      const leaf = leaves.get(name) ?? { wrappers: [] };
      return { name, ...leaf, ...(place === undefined ? {} : { place }), tools: own };
    })
    .sort((a, b) => Number(a.kind === undefined) - Number(b.kind === undefined));
}

type Found = (leaf: ToolsetNode, wrappers: readonly ToolsetNode[]) => void;

function walk(node: ToolsetNode, above: readonly ToolsetNode[], found: Found): void {
  if (node.parts.length === 0) {
    found(node, above);
    return;
  }
  // A list of toolsets wraps nothing.
  const wrappers = node.kind === 'combine' ? above : [...above, node];
  for (const part of node.parts) walk(part, wrappers, found);
}

const texts = new WeakMap<ToolRow, string>();

/** Returns the tools whose names, texts and parameters have all words. */
export function findTools(tools: readonly ToolRow[], asked: string): readonly ToolRow[] {
  const words = wordsOf(asked);
  if (words.length === 0) return tools;
  return tools.filter((tool) => {
    const text = texts.get(tool) ?? textOf(tool);
    texts.set(tool, text);
    return words.every((word) => text.includes(word));
  });
}

/** Splits a search into words in lower case. */
export function wordsOf(asked: string): readonly string[] {
  return asked
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function textOf(tool: ToolRow): string {
  const { name, ownName, toolset, description, traits, parameters, aliases, mayWaitFor } = tool;
  return [name, ownName, toolset, tool.class ?? '', description, ...traits, ...parameters, ...aliases, ...mayWaitFor]
    .join(' ')
    .toLowerCase();
}
