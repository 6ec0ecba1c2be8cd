/*
 * The wire format of Anthropic Messages.
 */

export { anthropicMessages, type AnthropicMessages, type AnthropicOptions } from './anthropic/anthropic-messages.js';
export type {
  AnthropicAssistantMessage,
  AnthropicBlock,
  AnthropicCaller,
  AnthropicDelta,
  AnthropicEvent,
  AnthropicImageType,
  AnthropicReply,
  AnthropicReplyBlock,
  AnthropicResultMessage,
  AnthropicResultPart,
  AnthropicTool,
  AnthropicToolChoice,
  AnthropicToolResult,
  AnthropicToolSearch,
  AnthropicToolUse,
} from './anthropic/anthropic-types.js';
export type * from './shared-types.js';
