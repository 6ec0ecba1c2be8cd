import type { ToolChoice } from '../definitions/tool-choice.js';
import type { ResponsesToolChoice } from './responses-types.js';

/** Returns `tool_choice` of a request. */
export function responsesToolChoice(choice: ToolChoice): ResponsesToolChoice {
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.tool };
}
