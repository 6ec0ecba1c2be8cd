/** What is said about arguments, without a call: for who shows, replays or tests what a model sent. */
export {
  parseArguments,
  checkPartial,
  completeCheck,
  formatAnnotated,
  formatRetryPrompt,
  PartialArgumentsReader,
} from './arguments/lazy.js';
export { typedArgumentsOf } from './call/lazy.js';
export type {
  AcceptedArguments,
  ArgumentCheck,
  ArgumentLimits,
  ArgumentRefusal,
  ArgumentsOutcome,
  RefusedArguments,
} from './arguments/accepted-arguments.js';
export type { PartialArguments } from './arguments/partial/partial-arguments-reader.js';
export type { RepeatedHelp, RetryFormatter, RetryPrompt } from './arguments/feedback/retry-formatter.js';
