/*
 * A ledger in the memory of a process, for tests, and the code that ledgers bring to a runtime.
 */

export { durableCalls } from './durable-calls.js';
export { MemoryCallLedger, type ChangeListener } from './memory/memory-call-ledger.js';
