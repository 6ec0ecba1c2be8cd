/** Why a model was stopped before it was done; undefined when it ended its message itself. */
export function stoppedBy(stopReason: string | null | undefined): string | undefined {
  return typeof stopReason === 'string' && EARLY.has(stopReason) ? stopReason : undefined;
}

/** `pause_turn`: tools of the provider's own have more to do; the same history, sent again, goes on. */
const EARLY: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal', 'pause_turn']);
