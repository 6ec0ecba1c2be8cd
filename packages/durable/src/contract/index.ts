export { callLedgerContract, type ContractCheck } from './call-ledger-contract.js';
