/** Returns why a model was stopped early, or undefined if it ended its message itself. */
export function stoppedBy(stopReason: unknown): string | undefined {
  return typeof stopReason === 'string' && EARLY.has(stopReason) ? stopReason : undefined;
}

/** `pause_turn`: tools of the provider have more to do. Send the same history again to continue. */
const EARLY: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal', 'pause_turn']);
