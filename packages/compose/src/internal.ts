/* Functions and types for the other packages of Haft. They may change in every release. */

export { RefusedByLibrary } from './define/standard-check.js';
export { textOf } from './offers/text-of.js';
export { writeUri } from './offers/write-uri.js';
export type { CheckedValue } from './port/any-tool.js';
export { entryOf, isHidden, type ToolEntry } from './port/tool-entry.js';
export { type AccessQuestion, isLimited, type LimitedTool, questionsOf } from './port/visibility.js';
export { FunctionRegistry } from './reflected/function-registry.js';
export { moduleToolsets } from './reflected/reflected-toolset.js';
export { CALL_TOOL, callTool, isBehindCallTool, isCallTool, isTarget } from './search/call-tool.js';
export { type FoundTools, SEARCH_TOOLS, withSearchTools } from './search/search-tools.js';
export { candidatesOf } from './wrappers/candidates.js';
export { changedTool } from './wrappers/changed-tool.js';
export { clash, CombinedToolset, entriesOf } from './wrappers/combined-toolset.js';
export type { DelegatingToolset } from './wrappers/delegating-toolset.js';
export { instructionsOf } from './wrappers/instructions-of.js';
export {
  INTERCEPTED,
  interceptedRule,
  type InterceptedRule,
  interceptedTools,
  refuseUnknownIntercepted,
} from './wrappers/intercepted-tools.js';
export { lazily } from './wrappers/lazily.js';
export { PreparedToolset } from './wrappers/prepared-toolset.js';
export { isReflected } from './wrappers/source-toolset.js';
export { type NamedTools, refuseImpossibleRule } from './wrappers/tool-rule.js';
export { isTaskDefinition } from './tasks/background-task.js';
