/*
 * Code that valid arguments do not need, for the packages of Haft. `load-lazy.ts` loads it on the
 * first invalid call.
 */

export { parseArguments } from './parse-arguments.js';
export { repairArguments } from './repair-arguments.js';
export { parseFromDialect } from './dialect/parse-from-dialect.js';
export { checkPartial } from './partial/check-partial.js';
export { PartialArgumentsReader } from './partial/partial-arguments-reader.js';
export { formatAnnotated } from './feedback/format-annotated.js';
export { firstProblem, formatRetryPrompt, MOST_PROBLEMS, writeRetryPrompt } from './feedback/format-retry-prompt.js';
export { issueLine } from './feedback/issue-line.js';
export { issueOfLibrary } from './issue-of-library.js';
export { KnownTexts } from './feedback/known-texts.js';
export type { ExampleChecks } from './feedback/accepted-example.js';
export { importCollectors } from './import-collectors.js';
export { hiddenInDialect } from './feedback/prompt-in-dialect.js';
export { isSameProblem } from './feedback/same-problem.js';
export { completeCheck } from './check-tools.js';
export { countedCheck } from './ajv/counted-check.js';
export { checkerOf } from './checker-of.js';
export { declaredHiddenPaths, hiddenPaths } from './hidden-paths.js';
export { issuesBeside, libraryIssues } from './library-issues.js';
export { maskIssues } from './mask-issues.js';
export { declaredHoles, misfitOf } from './misfit-of.js';
export { provisionalArguments } from './rules/provisional-arguments.js';
export { ruleExpectations, withExpectation, type RuleExpectation } from './rules/rule-expectations.js';
export { ruleIssues } from './rules/rule-issues.js';
export { withDefaults } from './value/with-defaults.js';
export { withoutUndefined } from './value/without-undefined.js';
export { collectIssues, createChecker, exampleOf, phraseOf } from '@haft/schema';
export { findWidening, fits, resolverOf } from '@haft/schema/internal';
export { readSent, type ReadValue } from './read-sent.js';
export { standardResult } from './standard-result.js';
export { schemaOfPath } from './value/schema-of-path.js';
export { inspectValue } from './value/inspect-value.js';
