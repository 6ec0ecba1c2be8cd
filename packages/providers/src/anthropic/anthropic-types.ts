/*
 * The parts of the types of `@anthropic-ai/sdk` 1 that concern tools. Type tests compare them with
 * it.
 */
import type { SchemaDocument } from '../definitions/json-document.js';

/** A tool of a request (`Tool`). */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: SchemaDocument;
  strict?: boolean;
  input_examples?: Record<string, unknown>[];
  defer_loading?: boolean;
  allowed_callers?: ('direct' | 'code_execution_20260521')[];
}

/** Anthropic's search for tools with `defer_loading` (`ToolSearchToolBm25_20251119`). */
export interface AnthropicToolSearch {
  type: 'tool_search_tool_bm25_20251119';
  name: 'tool_search_tool_bm25';
}

/** The tool that a model calls (`ToolChoice`). */
export type AnthropicToolChoice = { type: 'auto' | 'any' | 'none' } | { type: 'tool'; name: string };

/** The used part of a reply (`Message`). */
export interface AnthropicReply<Block extends AnthropicReplyBlock = AnthropicReplyBlock> {
  readonly content: readonly Block[];
  readonly stop_reason?: string | null;
}

/**
 * A block of a reply (`ContentBlock`): text, thoughts, calls of tools, work of the provider's
 * tools.
 */
export interface AnthropicReplyBlock {
  readonly type: string;
}

/** A call (`ToolUseBlock`). */
export interface AnthropicToolUse {
  type: 'tool_use';
  id: string;
  name: string;
  input: unknown;
  /** Set for members of the provider's toolsets, which the host handles. */
  toolset_name?: string | null;
  /** The code that makes the call, or the model itself (`ToolUseCaller`). */
  caller?: AnthropicCaller;
}

/** The model itself, or code in the container, by the id of its `server_tool_use` block. */
export type AnthropicCaller =
  { type: 'direct' } | { type: 'code_execution_20250825' | 'code_execution_20260120'; tool_id: string };

/** The blocks of a model if the request has no tools of the provider. */
export type AnthropicBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | AnthropicToolUse;

/** The model's turn in a history (`MessageParam`). */
export interface AnthropicAssistantMessage<Block = AnthropicBlock> {
  role: 'assistant';
  content: Block[];
}

/** The results of a turn, all in one message (`MessageParam`). */
export interface AnthropicResultMessage {
  role: 'user';
  content: AnthropicToolResult[];
}

/** A result (`ToolResultBlockParam`). */
export interface AnthropicToolResult {
  type: 'tool_result';
  tool_use_id: string;
  content: AnthropicResultPart[];
  is_error?: true;
}

/** A piece of a result. */
export type AnthropicResultPart =
  | { type: 'text'; text: string }
  | { type: 'image'; source: { type: 'base64'; media_type: AnthropicImageType; data: string } }
  | {
      type: 'document';
      source:
        | { type: 'base64'; media_type: 'application/pdf'; data: string }
        | { type: 'text'; media_type: 'text/plain'; data: string };
      title?: string;
    };

/** The types of images that Claude reads. */
export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** The used part of a stream event (`RawMessageStreamEvent`). */
export type AnthropicEvent =
  | { readonly type: 'message_stop' | 'ping' | 'error' }
  | {
      readonly type: 'message_start';
      readonly message?: { readonly content?: readonly AnthropicReplyBlock[]; readonly stop_reason?: string | null };
    }
  | { readonly type: 'message_delta'; readonly delta: { readonly stop_reason?: string | null } }
  | { readonly type: 'content_block_start'; readonly index: number; readonly content_block: AnthropicReplyBlock }
  | { readonly type: 'content_block_delta'; readonly index: number; readonly delta: AnthropicDelta }
  | { readonly type: 'content_block_stop'; readonly index: number };

/** The addition of an event to a block (`RawContentBlockDelta`). */
export interface AnthropicDelta {
  readonly type: string;
  readonly text?: string;
  readonly partial_json?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly citation?: unknown;
}
