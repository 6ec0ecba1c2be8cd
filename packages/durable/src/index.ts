export { MemoryCallLedger } from './memory/memory-call-ledger.js';
