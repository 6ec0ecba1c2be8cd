/*
 * A ledger of calls in Postgres.
 */

export { PostgresCallLedger, type PostgresCallLedgerOptions } from './postgres-call-ledger.js';
