export { PostgresCallLedger, type PostgresCallLedgerOptions } from './postgres-call-ledger.js';
