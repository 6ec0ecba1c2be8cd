import type { ToolDefinition } from '@haft/core';

/** A definition as a client may see it: without the metadata, which is for the host. */
export function definitionBody({
  metadata: _metadata,
  ...definition
}: ToolDefinition): Omit<ToolDefinition, 'metadata'> {
  return definition;
}
