/*
 * A ledger of calls in a file of SQLite.
 */

export { SqliteCallLedger, type SqliteCallLedgerOptions } from './sqlite-call-ledger.js';
