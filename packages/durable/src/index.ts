/*
 * A ledger in the memory of a process, for tests.
 */

export { MemoryCallLedger, type ChangeListener } from './memory/memory-call-ledger.js';
