import type { ToolDefinition } from '@haft/core';
import { schemaDocument } from '../definitions/json-document.js';
import { sentForm, type StrictOption } from '../definitions/sent-form.js';
import type { ChatTool } from './chat-types.js';

/** A tool as chat completions are told of it. `strict` only where it is on: some servers do not know it. */
export function chatTool(definition: ToolDefinition, option: StrictOption): ChatTool {
  const { strict, parameters } = sentForm(definition, 'openai', option);
  const { name, description } = definition;
  const tool = { name, description, parameters: schemaDocument(parameters) };
  return { type: 'function', function: strict ? { ...tool, strict } : tool };
}
