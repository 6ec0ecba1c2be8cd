export type { ArgumentCheck, ArgumentLimits, ArgumentRefusal } from './arguments/accepted-arguments.js';
export type { CacheStore } from './cache/cache-store.js';
export { MemoryStore } from './cache/memory-store.js';
export { CallStopped } from './call/call-stopped.js';
export type { WaitingCall } from './call/waits-for.js';
export { fromAwilix, type AwilixContainerLike, type AwilixOptions } from './container/adapters/from-awilix.js';
export {
  fromInversify,
  type InversifyContainerLike,
  type InversifyOptions,
} from './container/adapters/from-inversify.js';
export { fromResolve, type ResolveFunctionOptions } from './container/adapters/from-resolve.js';
export { fromTsyringe, type TsyringeContainerLike } from './container/adapters/from-tsyringe.js';
export type { Container, Scope } from './container/container.js';
export { createContainer, type ContainerOptions, type DefaultContainer } from './container/create-container.js';
export { disposeOf, type DisposalOptions } from './container/disposal.js';
export type {
  AliasProvider,
  ClassProvider,
  FactoryProvider,
  Lifetime,
  OptionalToken,
  Provider,
  ValueProvider,
} from './container/provider.js';
export type { DeferredHandler } from './deferral/decide-inline.js';
export type { DecisionEvent, DecisionResult } from './deferral/decision-event.js';
export { MemoryLedger, type DecisionLedger } from './deferral/decision-ledger.js';
export {
  decision,
  decisions,
  DecisionSet,
  type Decision,
  type DecisionMap,
  type Decisions,
} from './deferral/decision.js';
export type { Grant, OpenCall, PausedCall, PendingRun, RunCounters, ToolCounters } from './deferral/pending-run.js';
export type { ResumeOptions } from './deferral/resume-calls.js';
export type { ResumeRunOptions } from './deferral/resume-run-options.js';
export { callChannel, type CallTrace } from './events/call-channel.js';
export type { LogLine, RunEvent, RunEventListener } from './events/run-event.js';
export type { ToolStatistics } from './events/tool-statistics.js';
export type { RepeatedHelp, RetryFormatter, RetryPrompt } from './feedback/retry-formatter.js';
export { denyWith, failWith, succeedWith } from './interceptors/answers.js';
export { forTools, type InterceptedTools } from './interceptors/for-tools.js';
export { policy, type DecidePolicy, type PolicyCall, type PolicyVerdict } from './interceptors/policy.js';
export { redact, type RedactOptions, type RedactText } from './interceptors/redact.js';
export { retryTransient, type RetryTransientOptions } from './interceptors/retry-transient.js';
export type { IsolationOptions } from './isolation/isolation-options.js';
export { drained, isProgressive } from './call/drained.js';
export { wireForm } from './results/wire-form.js';
export type { CallOptions } from './run/call-options.js';
export { runContextOf } from './run/run-context-of.js';
export type { RunOptions } from './run/run-options.js';
export type { Run, ToolArguments, ToolName } from './run/run.js';
export type { RunTool } from './run/run-tool.js';
export type { PastCall } from './run/superseded-calls.js';
export {
  createRuntime,
  type ResumedRun,
  type Runtime,
  type RuntimeTools,
  type WithDeps,
} from './runtime/create-runtime.js';
export type { RuntimeOptions, ToolsetInput } from './runtime/runtime-options.js';
export type { AnyTool, HostParameter, InstructionSource, ToolBody, ToolPolicy } from './toolsets/any-tool.js';
export type { AnyToolset } from './toolsets/any-toolset.js';
export { standardTool, type StandardProps, type StandardTool } from './standard/standard-tool.js';
export {
  combine,
  compose,
  ComposedToolset,
  dynamic,
  fromInstance,
  toolset,
  type ListedTools,
  type ToolsOfInstance,
} from './toolsets/compose.js';
export {
  defineTool,
  type DefinedTool,
  type DefineToolOptions,
  type JsonSchemaToolOptions,
  type StandardSchemaToolOptions,
} from './toolsets/define-tool.js';
export type { FunctionTool, FunctionToolOptions, ToolFunction } from './toolsets/define/function-tool.js';
export type { DynamicOptions, ToolsetFactory } from './toolsets/dynamic-toolset.js';
export type { PrepareTools } from './toolsets/prepared-toolset.js';
export type { RankTools } from './toolsets/rank-by-words.js';
export type { ReflectedFunctions } from './toolsets/reflected-functions.js';
export { reflectedToolset } from './toolsets/reflected-toolset.js';
export type { ToolSelector } from './toolsets/selector.js';
export type { ComposeInput } from './toolsets/source-toolset.js';
export type { TypedToolset } from './toolsets/tool-types.js';
export { walk } from './toolsets/walk.js';
export type { ChangedTools } from './toolsets/delegating-toolset.js';
export { WrapperToolset } from './toolsets/wrapper-toolset.js';
