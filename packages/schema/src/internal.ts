/* Functions and types that only the packages of Haft use. They may change in every release. */

export * from './basics.js';
export { type CompiledTests } from './check/checker.js';
export { implicitDiscriminator, literalsOf, tellsApart } from './keywords/unions/branch-table.js';
export { findingsBy, type IssueCollector, type IssueWalk, type SchemaPart } from './check/issue-walk.js';
export { revisits } from './check/revisits.js';
export { ISSUE_LIMIT, Search } from './check/search.js';
export { onlyDescribes } from './compatibility/compare-texts.js';
export { findWidening } from './compatibility/find-widening.js';
export { fits, type Fit } from './compatibility/fits/fits.js';
export type { KeywordName } from './keywords/keyword.js';
export { checksType } from './keywords/checks-type.js';
export { mergedArgument, mergedSchema } from './keywords/merge-schemas.js';
export { describeReceived } from './strings/describe-received.js';
export { mayHoldJson } from './strings/may-hold-json.js';
export { anyDepth, declaresSensitive, hidesValue, isAnyDepth, sensitiveStart } from './issues/sensitive.js';
export { CHARACTER_KINDS, TEXT_KINDS, uuidKind, type TextKind } from './strings/text-kinds.js';
export { compiledPattern } from './patterns/compiled-pattern.js';
export { patternHazard } from './patterns/parse-pattern.js';
export { PatternLimitError } from './patterns/pattern-limit-error.js';
export { StepBudget } from './patterns/step-budget.js';
export {
  definitionName,
  keysOf,
  keysOfPointer,
  pointerTo,
  referenceChain,
  resolverOf,
  schemaAt,
  type Resolve,
} from './references/resolve.js';
export { targetOf } from './references/target-of.js';
export { isRecursive, reachableSchemas, subschemasOf, type Relation, type Subschema } from './references/visit.js';
