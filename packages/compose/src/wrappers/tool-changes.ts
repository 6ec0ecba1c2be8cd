import { toolName, type ApprovalPredicate, type ErrorMapping, type Requirement } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { AnyTool, ToolSettings } from '../port/any-tool.js';
import { CALL_TOOL } from '../search/call-tool.js';
import { SEARCH_TOOLS } from '../search/search-tools.js';
import { changedTool, renamedTool } from './changed-tool.js';
import type { ChangeTool } from './selected-toolset.js';

/** Keeps the selected tools. The names of the others are unknown. */
export const keepSelected: ChangeTool = (tool, selected) => (selected ? tool : undefined);

/**
 * Hides the selected tools, and so their instructions, until the model finds them.
 *
 * @param stable - whether they stay hidden then, and their instructions are never hidden
 */
export function hideSelected(stable: boolean): ChangeTool {
  const hiddenBehind = stable ? CALL_TOOL : SEARCH_TOOLS;
  return (tool, selected) => (selected && tool.offer === undefined ? { ...tool, hiddenBehind } : tool);
}

const withExternal = changeSettings(() => ({ external: true }));

/** Marks the selected tools as external. Calls are validated and deferred, and no method runs. */
export const markExternal: ChangeTool = (tool, selected) => withExternal(tool, selected && tool.offer === undefined);

/** Adds permissions to those of the selected tools. */
export function addRequirements(more: readonly Requirement[]): ChangeTool {
  return (tool, selected) => {
    if (!selected) return tool;
    const requires = [...new Set([...(tool.settings.requires ?? []), ...more])];
    return { ...changedTool(tool, { requires }), settings: { ...tool.settings, requires } };
  };
}

/** Adds a condition for an approval to those of the selected tools. */
export function addApproval(approval: true | ApprovalPredicate): ChangeTool {
  return changeSettings(({ approvals = [] }) => ({ approvals: [...approvals, approval] }));
}

/** Adds mappings after those of the selected tools. */
export function addErrorMappings(mappings: readonly ErrorMapping[]): ChangeTool {
  return changeSettings(({ mapErrors = [] }) => ({ mapErrors: [...mapErrors, ...mappings] }));
}

/** Adds metadata to the definitions of the selected tools. It replaces values with the same key. */
export function addMetadata(metadata: Readonly<Record<string, JsonValue>>): ChangeTool {
  return (tool, selected) =>
    selected ? changedTool(tool, { metadata: { ...tool.definition.metadata, ...metadata } }) : tool;
}

/** Adds `prefix_` to the names and aliases of all tools, before the prefix of their own toolset. */
export function addPrefix(prefix: string): ChangeTool {
  const prefixed = (name: string): string => toolName(prefix, name);
  return (tool) => ({
    ...renamedTool(tool, prefixed(tool.definition.name), tool.aliases.map(prefixed)),
    otherNames: tool.otherNames?.map(prefixed),
  });
}

function changeSettings(change: (settings: ToolSettings) => ToolSettings): ChangeTool {
  return (tool: AnyTool, selected) =>
    selected ? { ...tool, settings: { ...tool.settings, ...change(tool.settings) } } : tool;
}
