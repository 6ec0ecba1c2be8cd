/** The error if a check needs more steps, or goes deeper, than it may. */
export class StepLimitError extends Error {
  /** Always `StepLimitError`. */
  override readonly name = 'StepLimitError';

  constructor() {
    super('The check takes too many steps.');
  }
}
