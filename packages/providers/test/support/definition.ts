import { fingerprintOf, type ToolDefinition } from '@haft/core';
import type { JsonSchemaObject } from '@haft/schema';

/** Returns a definition with defaults for irrelevant facts. */
export function definition(name: string, facts: Partial<ToolDefinition> = {}): ToolDefinition {
  const parameters: JsonSchemaObject = facts.parameters ?? {
    type: 'object',
    properties: {},
    additionalProperties: false,
  };
  const fingerprint = fingerprintOf(name, '0', parameters);
  return { name, description: `Does ${name}.`, toolset: 'tools', version: '0', fingerprint, ...facts, parameters };
}
