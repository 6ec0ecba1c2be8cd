/*
 * The engine of a call. Applications import its names from `haft` and `haft/extend`.
 */

export type {
  ArgumentCheck,
  ArgumentLimits,
  ArgumentRefusal,
  RepeatedHelp,
  RetryFormatter,
  RetryPrompt,
} from '@haft/arguments';
export type { CacheStore } from './cache/cache-store.js';
export { MemoryStore } from './cache/memory-store.js';
export { CallStopped } from './call/call-stopped.js';
export type { Grant, OpenCall } from './call/deferral/open-call.js';
export type { FinishedCall, InnerWait, SuspendedCall } from './call/deferral/suspended-call.js';
export type { ToolCounters } from './call/tools/tool-state.js';
export type { WaitingCall } from './run/waits-for.js';
export { fromAwilix, type AwilixContainerLike, type AwilixOptions } from './container/adapters/from-awilix.js';
export * from './container/adapters/from-inversify.js';
export { fromResolve, type ResolveFunctionOptions } from './container/adapters/from-resolve.js';
export { fromTsyringe, type TsyringeContainerLike } from './container/adapters/from-tsyringe.js';
export type { Container, Scope } from './container/container.js';
export { createContainer, type ContainerOptions, type DefaultContainer } from './container/create-container.js';
export { disposeOf, type DisposalOptions } from './container/disposal.js';
export type * from './container/provider.js';
export type { DeferredHandler } from './call/deferral/deferred-handler.js';
export type { DecisionEvent, DecisionResult } from './events/decision-event.js';
export type { ClaimOptions, RecordOptions } from './run/deferral/answered-request.js';
export { MemoryLedger, type DecisionLedger } from './ledger/decision-ledger.js';
export {
  decision,
  decisions,
  DecisionSet,
  type Decision,
  type DecisionMap,
  type Decisions,
} from './call/deferral/decision.js';
export type { PausedCall } from './call/deferral/paused-call.js';
export type { PendingRun, RunCounters } from './run/deferral/pending-run.js';
export type { ResumeOptions, ResumeRunOptions } from './run/deferral/resume-calls.js';
export { callChannel, type CallTrace } from './events/call-channel.js';
export { eventChannel, type EventMessage } from './events/event-channel.js';
export { runChannel, type RunMessage } from './events/run-channel.js';
export { stepChannel, type StepMessage, type StepName } from './events/step-channel.js';
export type { EventTime, LogLine, RunEvent, RunEventListener, UntimedEvent } from './events/run-event.js';
export type { ToolStatistics } from './events/tool-statistics.js';
export { denyWith, failWith, succeedWith } from './call/around/answers.js';
export { forTools, type InterceptedTools } from './call/around/for-tools.js';
export { MemoryReferenceStore } from './references/memory-reference-store.js';
export type { ReferenceOptions } from './references/reference-options.js';
export type { ListedReference, ReferenceStore, StoredReference } from './references/reference-store.js';
export { policy, type DecidePolicy, type PolicyCall, type PolicyVerdict } from './call/around/policy.js';
export { redact, type RedactOptions, type RedactText } from './call/around/redact.js';
export { retryTransient, type RetryTransientOptions } from './call/around/retry-transient.js';
export type { IsolationOptions } from './isolation/isolation-options.js';
export { drained, isProgressive } from './call/drained.js';
export { jsonText, wireForm, type CallState, type EndState } from '@haft/core/internal';
export * from '@haft/compose';
export type { CallOptions } from './run/call-options.js';
export type { CompletionRequest, CompletionValues } from './run/offers/complete.js';
export type {
  OfferFacts,
  PromptDefinition,
  ResourceDefinition,
  ResourceLists,
  ResourceTemplate,
} from './run/offers/definitions.js';
export type { ReadOptions } from './run/offers/read-options.js';
export type { CallExecutor, ExecutedOutcome, ExecuteOptions, PlainCall } from './ledger/call-executor.js';
export type { ExecuteCallOptions } from './run/executor/execute-call.js';
export { CALL_STATES, END_STATES, ROW_KINDS } from './ledger/call-states.js';
export type * from './ledger/call-ledger.js';
export type { CallRef, Owner, RunRef } from './ledger/owner.js';
export type { Task, TaskOwner, Tasks } from './run/tasks.js';
export type { Recovered, RecoveredRun, RecoverOptions, RecoverRunOptions } from './run/recover-options.js';
export type * from './run/pending/pending-calls.js';
export { runContextOf } from './call/context/call-context.js';
export { describeMadeCalls } from './call/inner/describe-made-calls.js';
export type { RunOptions } from './run/run-options.js';
export type { Can, CanClass } from './run/state/access.js';
export type { Run, ToolArguments, ToolName } from './run/run.js';
export type { ToolValue, ValueTypes } from './run/value-types.js';
export type { CallableTool } from './run/callable-tool.js';
export type { PastCall } from './run/superseded-calls.js';
export * from './runtime/create-runtime.js';
export type { DescribedTool, RuntimeDescription, ToolsetNode, ToolTrait } from './runtime/runtime-description.js';
export type { ToolDurations } from './events/durations.js';
export { RUNTIME_OPTION_PLACES, RUNTIME_OPTIONS } from './runtime/require-options.js';
export type * from './runtime/option-groups.js';
export type { RuntimeOptions, ToolsetInput } from './runtime/runtime-options.js';
export type { ValueKeepingOptions } from './runtime/value-keeping-options.js';
