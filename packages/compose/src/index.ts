/* Tools of classes, functions and schemas, and wrappers of toolsets. */

export * from './define/define-tool.js';
export type { FunctionTool, FunctionToolOptions, ToolFunction } from './define/function-tool.js';
export type { ResourceContents } from './offers/contents-of.js';
export type { ReadMessage } from './offers/messages-of.js';
export type { AnyTool, HostParameter, InstructionSource, ToolBody, ToolSettings } from './port/any-tool.js';
export type { AnyToolset, ReflectedFunctions } from './port/any-toolset.js';
export type { Candidates } from './port/candidates.js';
export type { Completion, Offer } from './port/offer.js';
export type * from './port/tool-types.js';
export type { Visibility } from './port/visibility.js';
export { reflectedToolset } from './reflected/reflected-toolset.js';
export { rankByText, type RankTools } from './search/rank-tools.js';
export type { SearchToolsTypes } from './search/search-tools.js';
export { type StandardProps, standardTool, type StandardTool } from './standard/standard-tool.js';
export type { DeferOptions } from './wrappers/compose-arguments.js';
export * from './wrappers/compose.js';
export type { ChangedTools } from './wrappers/delegating-toolset.js';
export type { DynamicOptions, ToolsetFactory } from './wrappers/dynamic-toolset.js';
export type { PrepareTools } from './wrappers/prepared-toolset.js';
export type { ToolSelector } from './wrappers/selector.js';
export type { ComposeInput } from './wrappers/source-toolset.js';
export type { RuleOptions } from './wrappers/tool-rule.js';
export { walk } from './wrappers/walk.js';
export { WrapperToolset } from './wrappers/wrapper-toolset.js';
export type { BackgroundTask } from './tasks/background-task.js';
