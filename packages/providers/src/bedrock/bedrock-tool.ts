import type { ToolDefinition } from '@haft/core';
import { dialectOf } from '@haft/runtime/dialect';
import { schemaDocument } from '../definitions/json-document.js';
import type { BedrockTool } from './bedrock-types.js';

/** A tool as Bedrock is told of it. `strict` only where it is on: models that do not know it refuse it. */
export function bedrockTool(definition: ToolDefinition): BedrockTool {
  const { strict, parameters } = dialectOf(definition, 'bedrock');
  const { name, description } = definition;
  const toolSpec = { name, description, inputSchema: { json: schemaDocument(parameters) } };
  return { toolSpec: strict ? { ...toolSpec, strict } : toolSpec };
}
