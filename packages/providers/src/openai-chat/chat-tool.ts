import type { ToolDefinition } from '@haft/core';
import { toDialect } from '@haft/schema/dialects';
import { schemaDocument } from '../definitions/json-document.js';
import type { ChatTool } from './chat-types.js';

/** A tool as chat completions are told of it. */
export function chatTool(definition: ToolDefinition): ChatTool {
  const { strict, parameters } = toDialect(definition, 'openai');
  const { name, description } = definition;
  return { type: 'function', function: { name, description, parameters: schemaDocument(parameters), strict } };
}
