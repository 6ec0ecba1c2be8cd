export { MemoryCallLedger, type ChangeListener } from './memory/memory-call-ledger.js';
