/* Code of calls with a ledger, an executor or a thread. `load-on-demand.ts` loads it. */

export { queueCall } from './background/queue-call.js';
export { executeRemotely } from './executor/execute-remotely.js';
export { executeIsolated } from './isolation/execute-isolated.js';
export { reconcile } from './ledger/reconcile.js';
export { settleIn } from './ledger/settle-in.js';
export { throughLedger } from './ledger/through-ledger.js';
