import type { ToolDefinition } from '@haft/core';
import { isTaskDefinition } from '@haft/runtime/internal';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { McpService } from '../mcp-service.js';
import { hasTasksExtension } from './tasks-extension.js';

/** Returns the definitions that a client sees. */
export function listedDefinitions(
  { tasks }: McpService,
  definitions: readonly ToolDefinition[],
  ctx: ServerContext,
): readonly ToolDefinition[] {
  return tasks !== undefined && hasTasksExtension(ctx) ? withoutTaskTools(definitions) : definitions;
}

/**
 * Returns the definitions for a client with the extension. It asks about tasks by the protocol, so
 * that it needs no tools for that, and the result of a task is not a task.
 */
function withoutTaskTools(definitions: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return definitions.flatMap((definition) => {
    if (definition.toolset === 'tasks' && TASK_TOOLS.has(definition.name)) return [];
    return isTaskDefinition(definition) ? [withoutResult(definition)] : [definition];
  });
}

/** The same object for the same definition, since the wire form of each is made once. */
function withoutResult(definition: ToolDefinition): ToolDefinition {
  let plain = made.get(definition);
  if (plain === undefined) {
    const { result: _task, ...others } = definition;
    plain = others;
    made.set(definition, plain);
  }
  return plain;
}

const made = new WeakMap<ToolDefinition, ToolDefinition>();
const TASK_TOOLS: ReadonlySet<string> = new Set(['task_status', 'task_result', 'task_cancel']);
