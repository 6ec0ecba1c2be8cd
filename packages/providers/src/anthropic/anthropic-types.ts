/* The parts of `@anthropic-ai/sdk` 1's types that tools are concerned with; checked against it by type tests. */
import type { SchemaDocument } from '../definitions/json-document.js';

/** A tool of a request (`Tool`). */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: SchemaDocument;
  strict?: boolean;
  input_examples?: Record<string, unknown>[];
  defer_loading?: boolean;
}

/** Anthropic's own search for tools that are `defer_loading` (`ToolSearchToolBm25_20251119`). */
export interface AnthropicToolSearch {
  type: 'tool_search_tool_bm25_20251119';
  name: 'tool_search_tool_bm25';
}

/** Which tool a model calls (`ToolChoice`). */
export type AnthropicToolChoice = { type: 'auto' | 'any' | 'none' } | { type: 'tool'; name: string };

/** What is read of a reply (`Message`). */
export interface AnthropicReply<Block extends AnthropicReplyBlock = AnthropicReplyBlock> {
  readonly content: readonly Block[];
  readonly stop_reason?: string | null;
}

/** A block of a reply (`ContentBlock`): text, thoughts, calls of tools, what the provider's own tools did. */
export interface AnthropicReplyBlock {
  readonly type: string;
}

/** A call (`ToolUseBlock`). */
export interface AnthropicToolUse {
  type: 'tool_use';
  id: string;
  name: string;
  input: unknown;
  /** Set for members of the provider's own toolsets, which are the host's. */
  toolset_name?: string | null;
}

/** The blocks that a model writes when no tools of the provider's own are in the request. */
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

/** The images that Claude looks at. */
export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

/** What is read of an event of a stream (`RawMessageStreamEvent`). */
export type AnthropicEvent =
  | { readonly type: 'message_start' | 'message_stop' | 'ping' | 'error' }
  | { readonly type: 'message_delta'; readonly delta: { readonly stop_reason?: string | null } }
  | { readonly type: 'content_block_start'; readonly index: number; readonly content_block: AnthropicReplyBlock }
  | { readonly type: 'content_block_delta'; readonly index: number; readonly delta: AnthropicDelta }
  | { readonly type: 'content_block_stop'; readonly index: number };

/** What an event adds to a block (`RawContentBlockDelta`). */
export interface AnthropicDelta {
  readonly type: string;
  readonly text?: string;
  readonly partial_json?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly citation?: unknown;
}
