/** The command line, or what it names, is wrong: printed without a stack, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param hint - what to do about it, as one sentence */
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}
