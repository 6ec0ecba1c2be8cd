import type { ToolDefinition } from '@haft/core';
import { schemaDocument } from '../definitions/json-document.js';
import { sentForm, type StrictOption } from '../definitions/sent-form.js';
import type { ChatTool } from './chat-types.js';

/**
 * Returns a tool in the form of chat completions. It has `strict` only if it is on, because some
 * servers do not support it.
 */
export function chatTool(definition: ToolDefinition, option: StrictOption): ChatTool {
  const { strict, parameters } = sentForm(definition, 'openai', option);
  const { name, description } = definition;
  const tool = { name, description, parameters: schemaDocument(parameters) };
  return { type: 'function', function: strict ? { ...tool, strict } : tool };
}
