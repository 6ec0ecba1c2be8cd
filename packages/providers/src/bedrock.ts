/*
 * The wire format of Amazon Bedrock Converse.
 */

export { bedrockConverse, type BedrockConverse, type BedrockOptions } from './bedrock/bedrock-converse.js';
export type {
  BedrockAssistantMessage,
  BedrockBlock,
  BedrockDelta,
  BedrockDocumentFormat,
  BedrockEvent,
  BedrockImageFormat,
  BedrockReply,
  BedrockReplyBlock,
  BedrockResultMessage,
  BedrockResultPart,
  BedrockTool,
  BedrockToolChoice,
  BedrockToolResult,
  BedrockToolUse,
  BedrockVideoFormat,
} from './bedrock/bedrock-types.js';
export type * from './shared-types.js';
