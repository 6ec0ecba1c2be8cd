import { HaftError } from '@haft/core';
import type { ToolChoice } from '../definitions/tool-choice.js';
import type { BedrockToolChoice } from './bedrock-types.js';

/**
 * Returns `toolConfig.toolChoice` of a request.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` for `none`, which Converse does not support
 */
export function bedrockToolChoice(choice: ToolChoice): BedrockToolChoice {
  if (typeof choice === 'object') return { tool: { name: choice.tool } };
  if (choice !== 'none') return choice === 'auto' ? { auto: {} } : { any: {} };
  throw new HaftError('HAFT_INVALID_OPTION', 'Bedrock Converse does not support the tool choice `none`.', {
    hint: "Send `toolChoice('auto')` and say it in the prompt, or send no tools if the conversation has no calls.",
  });
}
