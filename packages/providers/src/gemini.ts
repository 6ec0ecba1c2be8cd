/*
 * The wire format of Google Gemini.
 */

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
export type * from './shared-types.js';
