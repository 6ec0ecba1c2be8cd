export { callLedgerContract } from './call-ledger-contract.js';
export type { ContractCheck } from './contract-check.js';
