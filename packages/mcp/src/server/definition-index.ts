import type { ToolDefinition } from '@haft/core';

/**
 * Returns definitions by name. Built once per list: a runtime returns the same list while nothing
 * changes.
 */
export function definitionIndex(definitions: readonly ToolDefinition[]): ReadonlyMap<string, ToolDefinition> {
  let index = indexes.get(definitions);
  if (index === undefined) {
    index = new Map(definitions.map((definition) => [definition.name, definition]));
    indexes.set(definitions, index);
  }
  return index;
}

const indexes = new WeakMap<readonly ToolDefinition[], ReadonlyMap<string, ToolDefinition>>();
