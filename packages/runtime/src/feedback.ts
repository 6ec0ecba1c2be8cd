/** What is said about arguments, without a call: for who shows, replays or tests what a model sent. */
export {
  acceptArguments,
  checkPartial,
  completeCheck,
  formatAnnotated,
  formatRetryPrompt,
  typedArgumentsOf,
} from './careful.js';
export type {
  AcceptedArguments,
  ArgumentCheck,
  ArgumentLimits,
  ArgumentRefusal,
  ArgumentsOutcome,
  RefusedArguments,
} from './arguments/accepted-arguments.js';
export type { PartialArguments } from './arguments/partial/check-partial.js';
export type { RepeatedHelp, RetryFormatter, RetryPrompt } from './feedback/retry-formatter.js';
