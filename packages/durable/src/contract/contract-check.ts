import type { CallLedger } from '@haft/runtime';

/** One rule that a ledger keeps. */
export interface ContractCheck {
  /** The rule, as the title of a test. */
  readonly title: string;
  /**
   * Checks the rule.
   *
   * @param ledger - an empty ledger
   * @throws {AssertionError} if the ledger breaks the rule
   */
  readonly check: (ledger: CallLedger) => Promise<void>;
}
