import { HaftError } from '@haft/core';
import type { ToolChoice } from '../definitions/tool-choice.js';
import type { BedrockToolChoice } from './bedrock-types.js';

/**
 * `toolConfig.toolChoice` of a request.
 *
 * @throws HaftError `HAFT_INVALID_OPTION` for `none`, for which Converse has no word
 */
export function bedrockToolChoice(choice: ToolChoice): BedrockToolChoice {
  if (typeof choice === 'object') return { tool: { name: choice.tool } };
  if (choice !== 'none') return choice === 'auto' ? { auto: {} } : { any: {} };
  throw new HaftError('HAFT_INVALID_OPTION', 'Bedrock Converse cannot be told to call no tool.', {
    hint: "Send `toolChoice('auto')` and say it in the prompt, or send no tools where the conversation has no calls.",
  });
}
