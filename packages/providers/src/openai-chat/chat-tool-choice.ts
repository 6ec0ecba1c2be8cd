import type { ToolChoice } from '../definitions/tool-choice.js';
import type { ChatToolChoice } from './chat-types.js';

/** Returns `tool_choice` of a request. */
export function chatToolChoice(choice: ToolChoice): ChatToolChoice {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.tool } };
}
