/** A call that a model requests. */
export interface ToolCall {
  /** The provider's id of this call. Haft creates one if the provider sends none. */
  readonly id?: string | undefined;
  /**
   * The answer of the model that the call belongs to, such as the id of the response. Default: the
   * `turn` of the run.
   */
  readonly turn?: string | undefined;
  /** The name of the tool, as the model sent it. */
  readonly name: string;
  /**
   * JSON text as the model wrote it, or an object that a provider has already parsed. Nothing,
   * `null` or a blank text means `{}`.
   */
  readonly arguments?: unknown;
  /**
   * Whether the model's message ended before the call did, or may have. Haft never executes the
   * call, even if its arguments look complete. It asks the model to send the call again.
   */
  readonly truncated?: true | undefined;
  /**
   * The id of the provider's program that makes the call, in runs with `programs: 'provider'`. The
   * text of a success is then the JSON of the value. If the call must wait, it fails.
   */
  readonly program?: string | undefined;
}
