import type { ToolDefinition } from '@haft/core';
import { schemaDocument } from '../definitions/json-document.js';
import { sentForm, type StrictOption } from '../definitions/sent-form.js';
import type { BedrockTool } from './bedrock-types.js';

/**
 * Returns a tool in the form of a request to Bedrock. It has `strict` only if it is on, because
 * models without support reject it.
 */
export function bedrockTool(definition: ToolDefinition, option: StrictOption): BedrockTool {
  const { strict, parameters } = sentForm(definition, 'bedrock', option);
  const { name, description } = definition;
  // Bedrock rejects an empty description.
  const described = description.trim() === '' ? {} : { description };
  const toolSpec = { name, ...described, inputSchema: { json: schemaDocument(parameters) } };
  return { toolSpec: strict ? { ...toolSpec, strict } : toolSpec };
}
