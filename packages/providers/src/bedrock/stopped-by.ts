/** Returns why a model was stopped early, or undefined if it ended its message itself. */
export function stoppedBy(stopReason: unknown): string | undefined {
  return typeof stopReason === 'string' && EARLY.has(stopReason) ? stopReason : undefined;
}

const EARLY: ReadonlySet<string> = new Set([
  'max_tokens',
  'model_context_window_exceeded',
  'content_filtered',
  'guardrail_intervened',
  'malformed_model_output',
  'malformed_tool_use',
]);
