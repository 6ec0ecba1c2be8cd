/*
 * The checks that every ledger must pass. Run them on your own one.
 */

export { callLedgerContract } from './call-ledger-contract.js';
export type { ContractCheck } from './contract-check.js';
