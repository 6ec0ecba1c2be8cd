import { PatternLimitError } from './pattern-limit-error.js';

/**
 * Steps that all patterns together may take in one check. A step takes 5 to 15 ns, so the patterns
 * end within 30 ms, whatever a schema and a text contain. Ordinary patterns need less than 2 % of
 * the budget for 10,000 characters.
 */
export const MOST_STEPS = 2_000_000;

/** The steps that the patterns of a check have left. */
export class StepBudget {
  private left = MOST_STEPS;

  /** The steps taken since the last check began. */
  get spent(): number {
    return MOST_STEPS - this.left;
  }

  /** Begins the next check. */
  restart(): void {
    this.left = MOST_STEPS;
  }

  /**
   * Takes steps for a text.
   *
   * @throws {PatternLimitError} if the budget does not have as many
   */
  spend(steps: number, text: string): void {
    this.left -= steps;
    if (this.left < 0) throw new PatternLimitError(text);
  }
}
