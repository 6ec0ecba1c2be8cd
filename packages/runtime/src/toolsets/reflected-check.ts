import type { ToolDescriptor } from '@haft/core/reflected';
import type { JsonSchemaObject, JsonValue } from '@haft/schema';
import type { ArgumentCheck } from '../arguments/accepted-arguments.js';
import type { MessageTable } from '../rules/author-messages.js';
import { lazily } from './lazily.js';

/** How the arguments of a reflected tool are accepted. What stands as text in the descriptor is parsed at first use. */
export function reflectedCheck(tool: ToolDescriptor, schema: () => JsonSchemaObject): ArgumentCheck {
  const { messages } = tool;
  return {
    read: tool.read,
    schema,
    example: lazily(() => JSON.parse(tool.example) as Readonly<Record<string, JsonValue>>),
    open: tool.open ?? false,
    envelope: tool.envelope,
    readOnly: tool.hints?.readOnly,
    sensitive: tool.sensitive ?? [],
    messages: messages === undefined ? undefined : lazily(() => JSON.parse(messages) as MessageTable),
  };
}
