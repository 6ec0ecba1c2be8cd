/*
 * Decorators, `RunContext`, tool definitions, outcomes and errors, for libraries of toolsets.
 */

export type { Class, Token } from './class.js';
export type { ContentPart } from './content-part.js';
export { Background, type BackgroundOptions } from './decorators/background.js';
export { Cached, type CachedOptions } from './decorators/cached.js';
export { CallLimit, type CallLimitOptions } from './decorators/call-limit.js';
export { Complete, type CompleteDecorator, type CompleteMethod, type CompleteRecord } from './decorators/complete.js';
export type { AnyMethod, DualClassDecorator, DualDecorator, DualMethodDecorator } from './decorators/dual-decorator.js';
export { Effect, type EffectDecorator, type EffectOptions, type ReconcileMethod } from './decorators/effect.js';
export { Example } from './decorators/example.js';
export { External } from './decorators/external.js';
export { Final } from './decorators/final.js';
export { Hints } from './decorators/hints.js';
export { Inject, type InjectDecorator, type InjectRecord } from './decorators/inject.js';
export { Isolated } from './decorators/isolated.js';
export {
  ClassRecords,
  methodsWithRecord,
  readAddedRecords,
  readClassRecord,
  readMethodRecord,
  readOwnClassRecord,
  readParameterRecords,
  RECORD,
} from './decorators/metadata.js';
export { MapErrors } from './decorators/map-errors.js';
export { NarrowInput, type NarrowInputFunction } from './decorators/narrow-input.js';
export { Param, type ParameterConstraints } from './decorators/param.js';
export * from './decorators/parameter-decorators.js';
export { Preview, type PreviewDecorator, type PreviewMethod } from './decorators/preview.js';
export { Prepare, type PrepareTool } from './decorators/prepare.js';
export { Prompt, type PromptOptions } from './decorators/prompt.js';
export { Requires } from './decorators/requires.js';
export { RequiresApproval, type ApprovalPredicate } from './decorators/requires-approval.js';
export { Resource, type ListMethod, type ResourceDecorator, type ResourceOptions } from './decorators/resource.js';
export { Retries } from './decorators/retries.js';
export { Sequential } from './decorators/sequential.js';
export { Supersedes } from './decorators/supersedes.js';
export { Timeout } from './decorators/timeout.js';
export { Tool, type ParameterOptions, type ToolOptions } from './decorators/tool.js';
export { Toolset, type ToolsetOptions } from './decorators/toolset.js';
export { Use } from './decorators/use.js';
export { Validate, type ValidateArguments } from './decorators/validate.js';
export { DEFERRAL_KINDS, type DeferralKind, type DeferralRequest, type ParentCall } from './deferral-request.js';
export { mapError, type ErrorClass, type ErrorMapping, type WriteError } from './error-mapping.js';
export { ApprovalRequired, CallDeferred, CallSuspended, StopRun, type Suspension } from './errors/control-flow.js';
export { HAFT_ERROR_CODES, HaftError, type HaftErrorCode, type HaftErrorDetails } from './errors/index.js';
export { ModelRetry } from './errors/model-retry.js';
export { ToolFailed } from './errors/tool-failed.js';
export { fingerprintKey, fingerprintOf, hashOf } from './fingerprint.js';
export type * from './inner-calls.js';
export type { integer } from './integer.js';
export type { InterceptedCall, Interceptor, Next, ValueKeepingInterceptor } from './interceptor.js';
export type { ShownPreview } from './preview.js';
export { reconciled, type Reconciled } from './reconciled.js';
export { READ_FORMATS } from './reflected/reflected.js';
export { Ref, type FoundReference, type Reference, type RefOptions } from './ref.js';
export { nearName } from './near-name.js';
export { refuseUnknownOptions, type OptionNames } from './refuse-unknown-options.js';
export type { Repair, RepairKind } from './repair.js';
export { requireCount } from './require-count.js';
export { kindOf, requireKind, requireKinds, type Kind, type Kinds } from './require-kind.js';
export { requireOneOf } from './require-one-of.js';
export * from './requirement.js';
export { requireInterceptor } from './require-interceptor.js';
export { RunContext, type Approval, type Logger } from './run-context.js';
export type { DefinitionKind, Icon, ListedResource, PromptMessage, ResourceAnnotations } from './offers.js';
export { outsideCall } from './outside-call.js';
export type { RunCalls } from './run-calls.js';
export type { RunLedger } from './run-ledger.js';
export type { RunRetries } from './run-retries.js';
export type { RunUsage } from './run-usage.js';
export type { ToolCall } from './tool-call.js';
export type { ReferenceDefinition, ToolDefinition, ToolHints } from './tool-definition.js';
export { snakeCase, TOOL_NAME, toolName } from './tool-name.js';
export type * from './tool-outcome.js';
export { ToolResult, type ToolResultOptions } from './tool-result.js';
export { validToolNames } from './valid-tool-names.js';
