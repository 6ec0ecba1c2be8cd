/* The parts of `openai` 7's types for the Responses API that tools are concerned with; checked against it by type tests. */
import type { SchemaDocument } from '../definitions/json-document.js';

/** A tool of a request. */
export type ResponsesTool = ResponsesFunction | ResponsesNamespace | ResponsesToolSearch;

/** A function (`FunctionTool`, `NamespaceTool.Function`). */
export interface ResponsesFunction {
  type: 'function';
  name: string;
  description: string;
  parameters: SchemaDocument;
  strict: boolean;
  defer_loading?: boolean;
}

/** The tools of one toolset (`NamespaceTool`). */
export interface ResponsesNamespace {
  type: 'namespace';
  name: string;
  description: string;
  tools: ResponsesFunction[];
}

/** OpenAI's own search for tools that are `defer_loading` (`ToolSearchTool`). */
export interface ResponsesToolSearch {
  type: 'tool_search';
}

/** Which tool a model calls (`tool_choice`). */
export type ResponsesToolChoice = 'auto' | 'none' | 'required' | { type: 'function'; name: string };

/** What is read of a reply (`Response`). */
export interface ResponsesReply<Item extends ResponsesItem = ResponsesItem> {
  readonly output: readonly Item[];
  readonly status?: string;
  readonly incomplete_details?: { readonly reason?: string } | null;
}

/** An item of a reply (`ResponseOutputItem`): messages, reasoning, calls, what the provider's own tools did. */
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
  status?: 'in_progress' | 'completed' | 'incomplete';
}

/** What a model says (`ResponseOutputMessage`). */
export interface ResponsesMessage {
  type: 'message';
  id: string;
  role: 'assistant';
  status: 'in_progress' | 'completed' | 'incomplete';
  content: ({ type: 'output_text'; text: string; annotations: never[] } | { type: 'refusal'; refusal: string })[];
}

/** What a model thinks (`ResponseReasoningItem`). */
export interface ResponsesReasoning {
  type: 'reasoning';
  id: string;
  summary: { type: 'summary_text'; text: string }[];
  encrypted_content?: string | null;
}

/** The items that a model writes when no tools of the provider's own are in the request. */
export type ResponsesOutputItem = ResponsesMessage | ResponsesReasoning | ResponsesFunctionCall;

/** A result (`ResponseInputItem.FunctionCallOutput`). */
export interface ResponsesFunctionOutput {
  type: 'function_call_output';
  call_id: string;
  output: string | ResponsesResultPart[];
}

/** A piece of a result (`ResponseFunctionCallOutputItem`). */
export type ResponsesResultPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; file_data: string; filename: string };

/** What is read of an event of a stream (`ResponseStreamEvent`). */
export interface ResponsesEvent {
  readonly type: string;
  readonly output_index?: number;
  readonly item?: ResponsesItem;
  readonly delta?: unknown;
  readonly arguments?: string;
  readonly response?: ResponsesReply;
}
