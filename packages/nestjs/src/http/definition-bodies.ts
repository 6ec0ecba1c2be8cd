import type { ToolDefinition } from '@haft/core';

/** Returns a definition for a client, without the metadata, which is for the host. */
export function definitionBody({
  metadata: _metadata,
  ...definition
}: ToolDefinition): Omit<ToolDefinition, 'metadata'> {
  return definition;
}
