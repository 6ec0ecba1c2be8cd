export { anthropicMessages, type AnthropicMessages, type AnthropicOptions } from './anthropic/anthropic-messages.js';
export type {
  AnthropicAssistantMessage,
  AnthropicBlock,
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
export type { RequestTools } from './definitions/request-tools.js';
export type { StrictOption } from './definitions/sent-form.js';
export type { ToolChoice } from './definitions/tool-choice.js';
export type { JsonDocument, SchemaDocument } from './definitions/json-document.js';
export { gemini, type Gemini, type GeminiOptions } from './gemini/gemini.js';
export type { GeminiMedia } from './gemini/gemini-results.js';
export type { GeminiTarget } from './gemini/gemini-tools.js';
export type {
  GeminiBlob,
  GeminiFunction,
  GeminiFunctionCall,
  GeminiFunctionResponse,
  GeminiModelContent,
  GeminiPartialArgument,
  GeminiReply,
  GeminiReplyPart,
  GeminiResultContent,
  GeminiResultPart,
  GeminiSchema,
  GeminiTool,
  GeminiToolConfig,
} from './gemini/gemini-types.js';
export type { IdentifiedCall, ModelTurn } from './model-turn.js';
export type { ChatMedia } from './openai-chat/chat-results.js';
export type {
  ChatAssistantMessage,
  ChatCallDelta,
  ChatChunk,
  ChatDelta,
  ChatMediaMessage,
  ChatMediaPart,
  ChatReply,
  ChatReplyMessage,
  ChatTool,
  ChatToolCall,
  ChatToolChoice,
  ChatToolMessage,
} from './openai-chat/chat-types.js';
export { openAiChat, type OpenAiChat, type OpenAiChatOptions } from './openai-chat/openai-chat.js';
export {
  openAiResponses,
  type OpenAiResponses,
  type OpenAiResponsesOptions,
} from './openai-responses/openai-responses.js';
export type { ResponsesNamespaces } from './openai-responses/responses-tools.js';
export type {
  ResponsesEvent,
  ResponsesFunction,
  ResponsesFunctionCall,
  ResponsesFunctionOutput,
  ResponsesItem,
  ResponsesMessage,
  ResponsesNamespace,
  ResponsesOutputItem,
  ResponsesReasoning,
  ResponsesReply,
  ResponsesResultPart,
  ResponsesTool,
  ResponsesToolChoice,
  ResponsesToolSearch,
} from './openai-responses/responses-types.js';
export type { PartialCall, TurnStream } from './turn-stream.js';
