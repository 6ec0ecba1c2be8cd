export { SqliteLedger, type SqliteLedgerOptions } from '@haft/runtime/sqlite-ledger';
