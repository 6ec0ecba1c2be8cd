import type { ToolDefinition } from '@haft/core';
import { loadPart } from '@haft/core/internal';
import type { ToolIndex } from './tool-index.js';

/**
 * Returns the names of the tools that match the queries of a model, best first. Leaves out tools
 * that do not match.
 */
export type RankTools = (
  queries: readonly string[],
  tools: readonly ToolDefinition[],
) => readonly string[] | Promise<readonly string[]>;

interface Indexed {
  readonly tools: readonly ToolDefinition[];
  readonly index: Promise<ToolIndex>;
}

/**
 * Returns the default ranking: a full-text search over names, descriptions and parameters. The
 * first search loads the code and builds the index. Later searches over the same definitions reuse
 * it.
 */
export function rankByText(): RankTools {
  const indexes = new WeakMap<ToolDefinition, Indexed>();

  return async (queries, tools) => {
    const [first] = tools;
    return first === undefined ? [] : (await indexOf(first, tools)).rank(queries);
  };

  function indexOf(first: ToolDefinition, tools: readonly ToolDefinition[]): Promise<ToolIndex> {
    const known = indexes.get(first);
    if (known !== undefined && isSameList(known.tools, tools)) return known.index;
    const index = loadPart(() => import('./tool-index.js')).then(({ buildToolIndex }) => buildToolIndex(tools));
    indexes.set(first, { tools, index });
    index.catch(() => indexes.delete(first));
    return index;
  }
}

function isSameList(some: readonly ToolDefinition[], others: readonly ToolDefinition[]): boolean {
  return some === others || (some.length === others.length && some.every((one, index) => one === others[index]));
}
