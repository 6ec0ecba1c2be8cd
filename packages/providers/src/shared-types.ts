/* The types that all providers share. The entry of each provider exports them too. */

export type { RequestTools } from './definitions/request-tools.js';
export type { StrictOption } from './definitions/sent-form.js';
export type { ToolChoice } from './definitions/tool-choice.js';
export type { JsonDocument, SchemaDocument } from './definitions/json-document.js';
export type { IdentifiedCall, ModelTurn } from './model-turn.js';
export type { PartialCall, TurnStream } from './turn-stream.js';
