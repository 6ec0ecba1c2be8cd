/* Functions and types for the other packages of Haft. They may change in every release. */

// Every start reads this entry: code that valid arguments do not need is in `lazy.ts`.
export type { AcceptOptions, CheckTools } from './accepted-arguments.js';
export { DEFAULT_ARGUMENT_LIMITS } from './default-limits.js';
export type { DialectOf } from './dialect/dialect-of.js';
export type { DialectOutcome } from './dialect/parse-from-dialect.js';
export { EmittedChecks } from './emitted-checks.js';
export { issueLineForLogs, issueLineForPeople } from './feedback/issue-line.js';
export { LONGEST_PROMPT } from './feedback/longest-prompt.js';
export { modelRetryText } from './feedback/model-retry-text.js';
export { unknownToolText } from './feedback/unknown-tool-text.js';
export { withoutQuotation } from './feedback/without-quotation.js';
export { loadAhead, type OnDemand } from './load-ahead.js';
export { lazyArguments, type LazyArguments } from './load-lazy.js';
export { readExact, type FastPathMiss } from './read-exact.js';
export { checkRegisteredRules } from './rules/check-registered-rules.js';
export type { MessageTable } from './rules/message-places.js';
export { tryParseJson } from './text/try-parse-json.js';
export { ToolCollector } from './tool-collector.js';
export { measureValue } from './value/measure-value.js';
