export { SqliteCallLedger, type SqliteCallLedgerOptions } from './sqlite-call-ledger.js';
