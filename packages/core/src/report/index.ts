/*
 * Reports of recorded calls: mistakes by tool and parameter, and suggestions.
 */

export { callReport, type CallReport, type ToolReport, type UnknownName } from './call-report.js';
export type { Mistake } from './mistakes.js';
export { isRecordedCall, type RecordedCall } from './recorded-call.js';
export { callState, toldFailure, type ToldFailure } from './told-failure.js';
export type { Suggestion, SuggestionKind } from './suggestions.js';
