/*
 * Code of calls that need more than the fast path: an optional step, an error, a trace, an unknown
 * name, a ledger, an executor or a thread. `load-on-demand.ts` loads it.
 */

export { answerError, answerReadError } from './answer-error.js';
export { redactedOutcome } from './around/redacted.js';
export { repeatTransient } from './around/repeat-transient.js';
export { checkDtoRules } from './arguments/check-dto-rules.js';
export { PausedCalls } from './deferral/paused-calls.js';
export { InnerBudgets } from './inner/inner-budgets.js';
export { settleIn } from './ledger/settle-in.js';
export { budgetExhausted } from './outcome/budget-exhausted.js';
export { runChain } from './run-chain.js';
export { find } from './steps/01-find.js';
export { parseReplacedForTool } from './steps/03-parse.js';
export { traced } from './traced.js';
