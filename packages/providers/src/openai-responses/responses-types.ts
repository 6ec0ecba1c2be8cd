/*
 * The parts of the types of `openai` 7 for the Responses API that concern tools. Type tests compare
 * them with it.
 */
import type { JsonDocument, SchemaDocument } from '../definitions/json-document.js';

/** A tool of a request. */
export type ResponsesTool = ResponsesFunction | ResponsesNamespace | ResponsesToolSearch | ResponsesPrograms;

/** A function (`FunctionTool`, `NamespaceTool.Function`). */
export interface ResponsesFunction {
  type: 'function';
  name: string;
  description: string;
  parameters: SchemaDocument;
  strict: boolean;
  defer_loading?: boolean;
  allowed_callers?: ('direct' | 'programmatic')[];
  output_schema?: Record<string, JsonDocument>;
}

/** The tools of one toolset (`NamespaceTool`). */
export interface ResponsesNamespace {
  type: 'namespace';
  name: string;
  description: string;
  tools: ResponsesFunction[];
}

/** OpenAI's search for tools with `defer_loading` (`ToolSearchTool`). */
export interface ResponsesToolSearch {
  type: 'tool_search';
}

/** OpenAI's programs for tools with `allowed_callers` (`Tool.ProgrammaticToolCalling`). */
export interface ResponsesPrograms {
  type: 'programmatic_tool_calling';
}

/** The tool that a model calls (`tool_choice`). */
export type ResponsesToolChoice = 'auto' | 'none' | 'required' | { type: 'function'; name: string };

/** The used part of a reply (`Response`). */
export interface ResponsesReply<Item extends ResponsesItem = ResponsesItem> {
  readonly output: readonly Item[];
  readonly status?: string;
  readonly incomplete_details?: { readonly reason?: string } | null;
}

/**
 * An item of a reply (`ResponseOutputItem`): messages, reasoning, calls, work of the provider's
 * tools.
 */
export interface ResponsesItem {
  readonly type: string;
}

/** A call (`ResponseFunctionToolCall`). */
export interface ResponsesFunctionCall {
  type: 'function_call';
  id?: string;
  call_id: string;
  name: string;
  arguments: string;
  namespace?: string;
  caller?: { type: 'direct' } | ResponsesProgramCaller | null;
  status?: 'in_progress' | 'completed' | 'incomplete';
}

/** The program that makes a call (`ResponseFunctionToolCall.Program`). */
export interface ResponsesProgramCaller {
  type: 'program';
  caller_id: string;
}

/** A message of a model (`ResponseOutputMessage`). */
export interface ResponsesMessage {
  type: 'message';
  id: string;
  role: 'assistant';
  status: 'in_progress' | 'completed' | 'incomplete';
  content: ({ type: 'output_text'; text: string; annotations: never[] } | { type: 'refusal'; refusal: string })[];
}

/** The reasoning of a model (`ResponseReasoningItem`). */
export interface ResponsesReasoning {
  type: 'reasoning';
  id: string;
  summary: { type: 'summary_text'; text: string }[];
  encrypted_content?: string | null;
}

/** The items of a model if the request has no tools of the provider. */
export type ResponsesOutputItem = ResponsesMessage | ResponsesReasoning | ResponsesFunctionCall;

/** A result (`ResponseInputItem.FunctionCallOutput`). */
export interface ResponsesFunctionOutput {
  type: 'function_call_output';
  call_id: string;
  output: string | ResponsesResultPart[];
  caller?: ResponsesProgramCaller;
}

/** A piece of a result (`ResponseFunctionCallOutputItem`). */
export type ResponsesResultPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; file_data: string; filename: string };

/** The used part of a stream event (`ResponseStreamEvent`). */
export interface ResponsesEvent {
  readonly type: string;
  readonly output_index?: number;
  readonly item_id?: string;
  readonly item?: ResponsesItem;
  readonly delta?: unknown;
  readonly arguments?: string;
  readonly response?: ResponsesReply;
}
