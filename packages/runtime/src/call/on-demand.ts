/*
 * Code of calls that need more than the fast path: an optional step, an error, a ledger, an
 * executor or a thread. `load-on-demand.ts` loads it.
 */

export { checkDtoRules } from './arguments/check-dto-rules.js';
export { PausedCalls } from './deferral/paused-calls.js';
export { InnerBudgets } from './inner/inner-budgets.js';
export { settleIn } from './ledger/settle-in.js';
export { outcomeOfError, outcomeOfReadError } from './outcome/outcome-of-error.js';
export { runChain } from './run-chain.js';
export { parseReplacedForTool } from './steps/03-parse.js';
