/*
 * The parts of the types of `openai` 7 for chat completions that concern tools. Type tests compare
 * them with it.
 */
import type { SchemaDocument } from '../definitions/json-document.js';

/** A tool of a request (`ChatCompletionFunctionTool`). */
export interface ChatTool {
  type: 'function';
  function: { name: string; description: string; parameters: SchemaDocument; strict?: boolean };
}

/** The tool that a model calls (`ChatCompletionToolChoiceOption`). */
export type ChatToolChoice = 'auto' | 'none' | 'required' | { type: 'function'; function: { name: string } };

/** The used part of a reply (`ChatCompletion`). Only the first choice counts. */
export interface ChatReply<Message extends ChatReplyMessage = ChatReplyMessage> {
  readonly choices: readonly { readonly message: Message; readonly finish_reason?: string | null }[];
}

/** The used part of the message of a reply (`ChatCompletionMessage`). */
export interface ChatReplyMessage {
  readonly role: 'assistant';
  readonly content?: string | null;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly (ChatToolCall | { readonly type: 'custom'; readonly id: string })[] | null;
}

/** A call in a message (`ChatCompletionMessageFunctionToolCall`). */
export interface ChatToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** An event of a stream (`ChatCompletionChunk`). */
export interface ChatChunk {
  readonly choices: readonly {
    readonly index?: number;
    readonly delta?: ChatDelta | null;
    /** The whole message, which some servers send in the last chunk or in the only one. */
    readonly message?: ChatReplyMessage | null;
    readonly finish_reason?: string | null;
  }[];
}

/** The addition of an event to the message. */
export interface ChatDelta {
  readonly content?: string | null;
  readonly refusal?: string | null;
  readonly tool_calls?: readonly ChatCallDelta[] | null;
}

/** The addition of an event to a call. */
export interface ChatCallDelta {
  readonly index?: number;
  readonly id?: string;
  readonly function?: { readonly name?: string; readonly arguments?: string };
  readonly type?: string;
}

/** The message of an assembled stream (`ChatCompletionAssistantMessageParam`). */
export interface ChatAssistantMessage {
  role: 'assistant';
  content: string | null;
  refusal?: string;
  tool_calls?: ChatToolCall[];
}

/** A result (`ChatCompletionToolMessageParam`). */
export interface ChatToolMessage {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** The media of results, which a tool message cannot carry (`ChatCompletionUserMessageParam`). */
export interface ChatMediaMessage {
  role: 'user';
  content: ChatMediaPart[];
}

/** A piece of a {@link ChatMediaMessage}. */
export type ChatMediaPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } }
  | { type: 'file'; file: { filename: string; file_data: string } };
