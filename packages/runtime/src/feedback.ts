/** Checks arguments and explains problems without a call, for tools that show or test them. */
export {
  checkPartial,
  completeCheck,
  countedCheck,
  formatAnnotated,
  formatRetryPrompt,
  parseArguments,
  PartialArgumentsReader,
  type AcceptedArguments,
  type Ajv,
  type ArgumentCheck,
  type ArgumentLimits,
  type ArgumentRefusal,
  type ArgumentsOutcome,
  type CountedCheck,
  type PartialArguments,
  type RefusedArguments,
  type RepeatedHelp,
  type RetryFormatter,
  type RetryPrompt,
} from '@haft/arguments';
export { typedArgumentsOf } from './call/around/typed-arguments-of.js';
