/** What a model asks for. */
export interface ToolCall {
  /** The provider's id of this call; made up when the provider sends none. */
  readonly id?: string | undefined;
  readonly name: string;
  /** JSON text as the model wrote it, or an object that a provider has parsed already. Nothing, `null` or blank means `{}`. */
  readonly arguments?: unknown;
  /**
   * The model's message ended before the call did, or may have: it is never executed, even when its arguments read as complete. The model is
   * asked to send it again.
   */
  readonly truncated?: true | undefined;
}
