/** The error if a text takes more steps to match than a check may spend on patterns. */
export class PatternLimitError extends Error {
  /** Always `PatternLimitError`. */
  override readonly name = 'PatternLimitError';

  constructor(
    /** The text that takes too many steps. */
    readonly text: string,
  ) {
    super('The text takes too many steps to match.');
  }
}
