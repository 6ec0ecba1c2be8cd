/** What a model asks for. */
export interface ToolCall {
  /** The provider's id of this call; made up when the provider sends none. */
  readonly id?: string | undefined;
  readonly name: string;
  /** JSON text as the model wrote it, or an object that a provider has parsed already. Nothing, `null` or blank means `{}`. */
  readonly arguments?: unknown;
}
