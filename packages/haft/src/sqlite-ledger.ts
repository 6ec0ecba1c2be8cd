/*
 * A ledger of decisions in a file of SQLite, for one process.
 */

export { SqliteLedger, type SqliteLedgerOptions } from '@haft/runtime/sqlite-ledger';
