import type { ToolCall } from '@haft/core';

/** A call that has an id: the provider's, or one that was made for it. */
export interface IdentifiedCall extends ToolCall {
  readonly id: string;
}

/**
 * What a model answered, read from the reply of its provider.
 *
 * @typeParam Item - what the history of this provider is made of
 */
export interface ModelTurn<Item> {
  /** The calls of tools, in the order of the model, for `run.callAll`. Empty: the turn is the model's last word. */
  readonly calls: readonly IdentifiedCall[];
  /**
   * The model's own turn as the next request must repeat it: as it was, but a call with broken arguments has an object instead, and names
   * and ids that the provider would refuse are mended. Empty when the model said nothing.
   */
  readonly history: Item[];
  /** What the model said to the user, without its thoughts. */
  readonly text: string;
  /**
   * Why the model did not end its turn by itself, in the provider's own word (`length`, `max_tokens`, `MALFORMED_FUNCTION_CALL`, ...), or
   * `stream ended` for a stream without an end. A last call that stands at such an end is `truncated`, so that it is never executed.
   */
  readonly stopped: string | undefined;
}
