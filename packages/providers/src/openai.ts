/*
 * The wire formats of OpenAI: Chat Completions and Responses.
 */

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
  ResponsesProgramCaller,
  ResponsesPrograms,
  ResponsesReasoning,
  ResponsesReply,
  ResponsesResultPart,
  ResponsesTool,
  ResponsesToolChoice,
  ResponsesToolSearch,
} from './openai-responses/responses-types.js';
export type * from './shared-types.js';
