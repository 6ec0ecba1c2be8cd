import type { ToolChoice } from '../definitions/tool-choice.js';
import type { AnthropicToolChoice } from './anthropic-types.js';

/** Returns `tool_choice` of a request. */
export function anthropicToolChoice(choice: ToolChoice): AnthropicToolChoice {
  if (typeof choice === 'object') return { type: 'tool', name: choice.tool };
  return { type: choice === 'required' ? 'any' : choice };
}
