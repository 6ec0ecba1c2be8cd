/** Why a model was stopped before it was done; undefined when it ended its message itself. */
export function stoppedBy(stopReason: string | undefined): string | undefined {
  return stopReason !== undefined && EARLY.has(stopReason) ? stopReason : undefined;
}

const EARLY: ReadonlySet<string> = new Set([
  'max_tokens',
  'model_context_window_exceeded',
  'content_filtered',
  'guardrail_intervened',
  'malformed_model_output',
  'malformed_tool_use',
]);
