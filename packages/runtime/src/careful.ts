/* What only arguments need that do not fit as they are: loaded on demand by `load-careful.ts`. */

export { acceptArguments } from './arguments/accept-arguments.js';
export { acceptCarefully } from './arguments/accept-carefully.js';
export { acceptInDialect } from './arguments/dialect/accept-in-dialect.js';
export { checkPartial } from './arguments/partial/check-partial.js';
export { checkResult } from './call/check-result.js';
export { refuse, refuseArguments } from './call/refuse-arguments.js';
export { typedArgumentsOf } from './call/typed-arguments-of.js';
export { formatAnnotated } from './feedback/format-annotated.js';
export { formatRetryPrompt } from './feedback/format-retry-prompt.js';
export { issueLine } from './feedback/issue-line.js';
export { completeCheck } from './arguments/check-tools.js';
export { checkerOf } from './arguments/checker-of.js';
export { hiddenPathsOf } from './call/hidden-paths-of.js';
export { libraryIssues } from './arguments/library-issues.js';
export { shownIssues } from './arguments/shown-outcome.js';
export { brokenRules } from './rules/broken-rules.js';
export { widenedAt } from './toolsets/widened-at.js';
export { collectIssues, createChecker, exampleOf } from '@haft/schema';
