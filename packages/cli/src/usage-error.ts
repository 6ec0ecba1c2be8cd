/**
 * An invalid command line, or a file on it that is invalid. Printed without a stack, exit code 2.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param hint - the next action, as one sentence */
  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}
