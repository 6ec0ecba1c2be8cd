/*
 * The parts of the types of `@google/genai` 3 that concern tools. Type tests compare them with it.
 */
import type { SchemaDocument } from '../definitions/json-document.js';

/** An entry of `config.tools` (`Tool`). */
export interface GeminiTool {
  functionDeclarations: GeminiFunction[];
}

/** A tool in a request to Gemini (`FunctionDeclaration`), with one of the two schemas. */
export interface GeminiFunction {
  name: string;
  description: string;
  parameters?: GeminiSchema;
  parametersJsonSchema?: SchemaDocument;
}

/**
 * A `Schema` of Google, similar to that of OpenAPI 3.0. Its types are an enum to which the SDK lets
 * no string be assigned. Hence `never` for `'OBJECT'`, `'STRING'` and so on.
 */
export interface GeminiSchema {
  type?: never;
  description?: string;
  nullable?: boolean;
  properties?: Record<string, GeminiSchema>;
  propertyOrdering?: string[];
  required?: string[];
  items?: GeminiSchema;
  anyOf?: GeminiSchema[];
  enum?: string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: string;
  maxLength?: string;
  minItems?: string;
  maxItems?: string;
  minProperties?: string;
  maxProperties?: string;
  default?: unknown;
  example?: unknown;
  title?: string;
}

/**
 * The tool that a model calls (`ToolConfig`). The mode is an enum to which the SDK lets no string
 * be assigned. Hence `never`.
 */
export interface GeminiToolConfig {
  functionCallingConfig: { mode: never; allowedFunctionNames?: string[] };
}

/**
 * The used part of a reply, or of a chunk of a streamed one (`GenerateContentResponse`). Only the
 * first candidate counts.
 */
export interface GeminiReply<Part extends GeminiReplyPart = GeminiReplyPart> {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly Part[]; readonly role?: string };
    readonly finishReason?: string;
  }[];
  readonly promptFeedback?: { readonly blockReason?: string };
}

/** A part of a reply (`Part`): text, a thought, a call, work of the provider's tools. */
export interface GeminiReplyPart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: GeminiFunctionCall;
}

/** A call (`FunctionCall`). On Vertex AI its arguments may be streamed in pieces. */
export interface GeminiFunctionCall {
  id?: string;
  name?: string;
  args?: Record<string, unknown>;
  partialArgs?: GeminiPartialArgument[];
  willContinue?: boolean;
}

/** A piece of the arguments (`PartialArg`). */
export interface GeminiPartialArgument {
  jsonPath?: string;
  stringValue?: string;
  numberValue?: number;
  boolValue?: boolean;
  nullValue?: 'NULL_VALUE';
  willContinue?: boolean;
}

/** The model's turn in a history (`Content`). */
export interface GeminiModelContent<Part = GeminiReplyPart> {
  role: 'model';
  parts: Part[];
}

/** The results of a turn, all in one content (`Content`). */
export interface GeminiResultContent {
  role: 'user';
  parts: GeminiResultPart[];
}

/** A result (`FunctionResponse`), or media after the results. */
export type GeminiResultPart =
  { functionResponse: GeminiFunctionResponse } | { text: string } | { inlineData: GeminiBlob };

/** A result. Gemini reads `error` as a failure. */
export interface GeminiFunctionResponse {
  id?: string;
  name: string;
  response: { output: unknown } | { error: string };
  parts?: { inlineData: GeminiBlob }[];
}

/** Data inside a request (`Blob`). */
export interface GeminiBlob {
  mimeType: string;
  data: string;
}
