/*
 * Code of runs whose calls wait, are inside others or are in a ledger. `load-on-demand.ts` loads
 * it.
 */

export { BackgroundCalls } from './background/background-calls.js';
export { LedgerTasks } from './background/ledger-tasks.js';
export { claimAnswer, recordRequest } from './deferral/answered-request.js';
export { decideInline } from './deferral/decide-inline.js';
export { resumeCalls } from './deferral/resume-calls.js';
export { verifyPending } from './deferral/verify-pending.js';
export { executeCall } from './executor/execute-call.js';
export { callInside } from './inner/call-inside.js';
export { checkInside } from './inner/check-inside.js';
export { InnerBatch } from './inner/inner-batch.js';
export { keepCall } from './ledger/keep-call.js';
export { recoverCall } from './ledger/recover-call.js';
export { recoverCalls } from './ledger/recover-calls.js';
export { saveRun } from './ledger/save-run.js';
export { LedgerPending } from './pending/ledger-pending.js';
export { supersededCalls } from './superseded-calls.js';
export { waitsFor } from './waits-for.js';
export { answerTask } from '../toolsets/tasks/answer-task.js';
