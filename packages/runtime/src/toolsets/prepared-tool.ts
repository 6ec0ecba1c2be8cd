import { HaftError, type ToolDefinition } from '@haft/core';
import { createChecker } from '@haft/schema';
import type { AnyTool } from './any-tool.js';

/**
 * A tool with the definition that a `prepare` function gave. A changed parameter schema is enforced, beside the tool's own.
 *
 * @throws HaftError `HAFT_PREPARE_RENAMED` when the name is another one
 */
export function preparedTool(tool: AnyTool, definition: ToolDefinition): AnyTool {
  const { name } = tool.definition;
  if (definition.name !== name) {
    throw new HaftError('HAFT_PREPARE_RENAMED', `prepare gave '${definition.name}' for '${name}'.`, {
      hint: 'prepare cannot add or rename tools; use combine or rename.',
    });
  }
  if (definition.parameters === tool.definition.parameters) return { ...tool, definition };
  const narrowed = createChecker(definition.parameters);
  const { check } = tool;
  return {
    ...tool,
    definition,
    check: {
      ...check,
      read: (value) => (narrowed.validates(value) ? check.read(value) : undefined),
      schema: () => definition.parameters,
    },
  };
}
