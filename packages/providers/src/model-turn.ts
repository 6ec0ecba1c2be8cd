import type { ToolCall } from '@haft/core';

/** A call with an id: the provider's, or a new one. */
export interface IdentifiedCall extends ToolCall {
  /** The id of the call: the id from the provider, or a new one. */
  readonly id: string;
}

/**
 * The answer of a model, from the reply of its provider.
 *
 * @typeParam Item - an entry of the history for this provider
 */
export interface ModelTurn<Item> {
  /**
   * The calls of tools, in the order of the model, for `run.callAll`. If it is empty, the turn is
   * the model's final one.
   */
  readonly calls: readonly IdentifiedCall[];
  /**
   * The model's own turn for the next request. It is unchanged, except that broken arguments become
   * an object and invalid names and ids are repaired. Empty if the model wrote nothing.
   */
  readonly history: Item[];
  /** The model's text for the user, without its thoughts. */
  readonly text: string;
  /**
   * Why the model did not end its turn itself, as the provider's term (`length`, `max_tokens`,
   * `MALFORMED_FUNCTION_CALL`, ...), or `stream ended` for a stream without an end. A last call at
   * such an end is `truncated`, so that it is never executed.
   */
  readonly stopped: string | undefined;
}
