import type { ToolDefinition } from '@haft/core';
import { SchemaReferenceError, type SignedTool } from '@haft/schema/signatures';

/**
 * Writes the signature of a tool. A tool of another server can have a schema with references to
 * other documents. Its signature accepts any arguments.
 */
export function withAnyArguments<Written>(definition: ToolDefinition, write: (tool: SignedTool) => Written): Written {
  try {
    return write(definition);
  } catch (error) {
    if (!(error instanceof SchemaReferenceError)) throw error;
    return write({ name: definition.name, description: definition.description, parameters: { type: 'object' } });
  }
}
