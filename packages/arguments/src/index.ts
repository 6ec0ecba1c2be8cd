/* Checks arguments and explains problems. All of it is code that valid arguments do not need. */

export type {
  AcceptedArguments,
  ArgumentCheck,
  ArgumentLimits,
  ArgumentRefusal,
  ArgumentsOutcome,
  RefusedArguments,
} from './accepted-arguments.js';
export { countedCheck, type Ajv, type CountedCheck } from './ajv/counted-check.js';
export { completeCheck } from './check-tools.js';
export { formatAnnotated } from './feedback/format-annotated.js';
export { formatRetryPrompt } from './feedback/format-retry-prompt.js';
export type { RepeatedHelp, RetryFormatter, RetryPrompt } from './feedback/retry-formatter.js';
export { parseArguments } from './parse-arguments.js';
export { checkPartial } from './partial/check-partial.js';
export { PartialArgumentsReader, type PartialArguments } from './partial/partial-arguments-reader.js';
