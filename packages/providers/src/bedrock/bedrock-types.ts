/*
 * The parts of the types of `@aws-sdk/client-bedrock-runtime` 3 that concern tools. Type tests
 * compare them with it.
 */
import type { SchemaDocument, JsonDocument } from '../definitions/json-document.js';

/** An entry of `toolConfig.tools` (`Tool.ToolSpecMember`). */
export interface BedrockTool {
  toolSpec: { name: string; description?: string; inputSchema: { json: SchemaDocument }; strict?: boolean };
}

/** The tool that a model calls (`ToolChoice`). */
export type BedrockToolChoice = { auto: object } | { any: object } | { tool: { name: string } };

/** The used part of a reply (`ConverseResponse`). */
export interface BedrockReply<Block extends BedrockReplyBlock = BedrockReplyBlock> {
  readonly output?: { readonly message?: { readonly content?: readonly Block[] | undefined } } | undefined;
  readonly stopReason?: string | undefined;
}

/** A block of a reply (`ContentBlock`): text, thoughts, a call. One of its fields is set. */
export interface BedrockReplyBlock {
  text?: string;
  toolUse?: BedrockToolUse;
}

/** A call (`ToolUseBlock`). */
export interface BedrockToolUse {
  toolUseId: string | undefined;
  name: string | undefined;
  input: JsonDocument | undefined;
  /** Set for tools of the provider. */
  type?: 'server_tool_use' | undefined;
}

/** The blocks of an assembled stream. */
export type BedrockBlock =
  | { text: string }
  | { toolUse: { toolUseId: string; name: string; input: JsonDocument } }
  | { reasoningContent: { reasoningText: { text: string; signature?: string } } | { redactedContent: Uint8Array } };

/** The model's turn in a history (`Message`). */
export interface BedrockAssistantMessage<Block = BedrockBlock> {
  role: 'assistant';
  content: Block[];
}

/** The results of a turn, all in one message (`Message`). */
export interface BedrockResultMessage {
  role: 'user';
  content: { toolResult: BedrockToolResult }[];
}

/** A result (`ToolResultBlock`). */
export interface BedrockToolResult {
  toolUseId: string;
  content: BedrockResultPart[];
  status: 'success' | 'error';
}

/**
 * A piece of a result (`ToolResultContentBlock`). Data are bytes. The SDK writes them as base64.
 */
export type BedrockResultPart =
  | { text: string }
  | { image: { format: BedrockImageFormat; source: { bytes: Uint8Array } } }
  | { document: { format: BedrockDocumentFormat; name: string; source: { bytes: Uint8Array } } }
  | { video: { format: BedrockVideoFormat; source: { bytes: Uint8Array } } };

/** `ImageFormat`. */
export type BedrockImageFormat = 'png' | 'jpeg' | 'gif' | 'webp';
/** `DocumentFormat`. */
export type BedrockDocumentFormat = 'pdf' | 'csv' | 'doc' | 'docx' | 'xls' | 'xlsx' | 'html' | 'txt' | 'md';
/** `VideoFormat`. */
export type BedrockVideoFormat = 'flv' | 'mkv' | 'mov' | 'mp4' | 'mpeg' | 'three_gp' | 'webm' | 'wmv';

/** The used part of a stream event (`ConverseStreamOutput`). One of its fields is set. */
export interface BedrockEvent {
  readonly messageStart?: { readonly role: string | undefined };
  readonly contentBlockStart?: {
    readonly contentBlockIndex: number | undefined;
    readonly start: { readonly toolUse?: Omit<BedrockToolUse, 'input'> } | undefined;
  };
  readonly contentBlockDelta?: {
    readonly contentBlockIndex: number | undefined;
    readonly delta: BedrockDelta | undefined;
  };
  readonly contentBlockStop?: { readonly contentBlockIndex: number | undefined };
  readonly messageStop?: { readonly stopReason: string | undefined };
}

/** The addition of an event to a block (`ContentBlockDelta`). */
export interface BedrockDelta {
  readonly text?: string;
  readonly toolUse?: { readonly input: string | undefined };
  readonly reasoningContent?: {
    readonly text?: string;
    readonly signature?: string;
    readonly redactedContent?: Uint8Array;
  };
}
