import type { ToolDefinition } from '@haft/core';

/** The tools of these toolsets that other tools recognize. */
export type OwnTool = 'ask_user' | 'execute_code' | 'execute_plan' | 'schedule';

/**
 * Returns whether a definition is one of these tools, under any name. The mark is in the metadata
 * of the tool, `@Tool({ metadata: { haft: 'ask_user' } })`, so that a tool of the application with
 * the same name is another one.
 */
export function isOwnTool(definition: ToolDefinition | undefined, tool: OwnTool): boolean {
  return definition?.metadata?.['haft'] === tool;
}
