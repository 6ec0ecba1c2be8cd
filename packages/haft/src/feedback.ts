/*
 * Checks arguments, whole or partial, and writes retry prompts, without a call.
 */

export {
  parseArguments,
  checkPartial,
  formatAnnotated,
  formatRetryPrompt,
  PartialArgumentsReader,
} from '@haft/runtime/feedback';
export type {
  AcceptedArguments,
  ArgumentCheck,
  ArgumentLimits,
  ArgumentRefusal,
  ArgumentsOutcome,
  PartialArguments,
  RefusedArguments,
  RepeatedHelp,
  RetryFormatter,
  RetryPrompt,
} from '@haft/runtime/feedback';
