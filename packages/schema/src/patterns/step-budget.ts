import { PatternLimitError } from './pattern-limit-error.js';

/**
 * The steps that all patterns together may take in one check. A step takes 5 to 15 ns, so the
 * patterns end within 30 ms for any schema and text. Ordinary patterns need less than 2 % of the
 * budget for 10,000 characters.
 */
export const MOST_STEPS = 2_000_000;

/** The remaining steps for the patterns of a check. */
export class StepBudget {
  private left = MOST_STEPS;

  /** The steps since the start of the check. */
  get spent(): number {
    return MOST_STEPS - this.left;
  }

  /** Begins the next check. */
  restart(): void {
    this.left = MOST_STEPS;
  }

  /**
   * Spends steps on a text.
   *
   * @throws {PatternLimitError} if fewer steps remain
   */
  spend(steps: number, text: string): void {
    this.left -= steps;
    if (this.left < 0) throw new PatternLimitError(text);
  }
}
