/** Checks arguments and explains problems without a call, for tools that show or test them. */
export {
  parseArguments,
  checkPartial,
  completeCheck,
  formatAnnotated,
  formatRetryPrompt,
  PartialArgumentsReader,
} from './arguments/lazy.js';
export { typedArgumentsOf } from './call/around/typed-arguments-of.js';
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
