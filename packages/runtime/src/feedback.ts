/** Checks arguments and explains problems without a call, for tools that show or test them. */
export { countedCheck, type Ajv, type CountedCheck } from './arguments/ajv/counted-check.js';
export { completeCheck } from './arguments/check-tools.js';
export { formatAnnotated } from './arguments/feedback/format-annotated.js';
export { formatRetryPrompt } from './arguments/feedback/format-retry-prompt.js';
export { parseArguments } from './arguments/parse-arguments.js';
export { checkPartial } from './arguments/partial/check-partial.js';
export { PartialArgumentsReader, type PartialArguments } from './arguments/partial/partial-arguments-reader.js';
export { typedArgumentsOf } from './call/around/typed-arguments-of.js';
export type {
  AcceptedArguments,
  ArgumentCheck,
  ArgumentLimits,
  ArgumentRefusal,
  ArgumentsOutcome,
  RefusedArguments,
} from './arguments/accepted-arguments.js';
export type { RepeatedHelp, RetryFormatter, RetryPrompt } from './arguments/feedback/retry-formatter.js';
