import { CHANGED_ROWS } from './changed-rows.js';
import type { ContractCheck } from './contract-check.js';
import { FOUND_ROWS } from './found-rows.js';
import { KEPT_DECISIONS } from './kept-decisions.js';
import { KEPT_RUNS } from './kept-runs.js';
import { OWNED_ROWS } from './owned-rows.js';

/**
 * Returns the rules of a `CallLedger`, as checks for any test runner. Give each check a ledger
 * without rows.
 *
 * @example for (const { title, check } of callLedgerContract()) test(title, () => check(open()));
 */
export function callLedgerContract(): readonly ContractCheck[] {
  return [...CHANGED_ROWS, ...FOUND_ROWS, ...OWNED_ROWS, ...KEPT_RUNS, ...KEPT_DECISIONS];
}
