import type { ToolDefinition } from '@haft/core';
import { dialectOf } from '@haft/runtime/dialect';
import { schemaDocument } from '../definitions/json-document.js';
import type { ChatTool } from './chat-types.js';

/** A tool as chat completions are told of it. */
export function chatTool(definition: ToolDefinition): ChatTool {
  const { strict, parameters } = dialectOf(definition, 'openai');
  const { name, description } = definition;
  return { type: 'function', function: { name, description, parameters: schemaDocument(parameters), strict } };
}
