import { AssertionError, deepStrictEqual, match } from 'node:assert';

/**
 * Counts the expectations that are true and collects the others, so that one run shows every
 * difference.
 */
export class Expectations {
  held = 0;
  readonly broken: string[] = [];

  /** @returns whether it held */
  equal(what: string, actual: unknown, expected: unknown): boolean {
    return this.check(what, () => {
      if (expected instanceof RegExp) match(String(actual), expected);
      else deepStrictEqual(actual, expected);
    });
  }

  private check(what: string, assertion: () => void): boolean {
    try {
      assertion();
      this.held += 1;
      return true;
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error;
      this.broken.push(`${what}: ${error.message}`);
      return false;
    }
  }
}
