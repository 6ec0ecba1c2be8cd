/* Code that valid calls do not need. `load-lazy.ts` loads it at the first other call. */

export { validateFromPerson } from './arguments/validate-from-person.js';
export { narrowedCheck } from './arguments/narrowed-check.js';
export { typedArgumentsOf } from './around/typed-arguments-of.js';
export { parseDecision } from './deferral/parse-decision.js';
export { resultCheck } from './deferral/result-check.js';
export { checkResult } from './outcome/check-result.js';
export { hiddenPathsOf } from './outcome/hidden-paths-of.js';
export { keepValue } from './references/keep-value.js';
export { replaceReferences } from './references/replace-references.js';
export { refuse, refuseArguments } from './outcome/refuse-arguments.js';
