export type {
  AcceptedArguments,
  ArgumentCheck,
  ArgumentLimits,
  ArgumentRefusal,
} from './arguments/accepted-arguments.js';
export type { CacheStore } from './cache/cache-store.js';
export { MemoryStore } from './cache/memory-store.js';
export { CallStopped } from './call/call-stopped.js';
export type { Container, Scope } from './container/container.js';
export type {
  AliasProvider,
  ClassProvider,
  FactoryProvider,
  Lifetime,
  OptionalToken,
  Provider,
  ValueProvider,
} from './container/provider.js';
export { createContainer, type ContainerOptions, type DefaultContainer } from './container/create-container.js';
export { callChannel, type CallTrace } from './events/call-channel.js';
export type { RunEvent, RunEventListener } from './events/run-event.js';
export type { ToolStatistics } from './events/tool-statistics.js';
export type { RunOptions } from './run/run-options.js';
export type { Run, ToolArguments, ToolName } from './run/run.js';
export { createRuntime, type Runtime, type RuntimeTools } from './runtime/create-runtime.js';
export type { RepeatedHelp, RetryFormatter, RetryPrompt } from './feedback/retry-formatter.js';
export { formatRetryPrompt } from './feedback/format-retry-prompt.js';
export type { RuntimeOptions, ToolsetInput } from './runtime/runtime-options.js';
export type { AnyTool, HostParameter, ToolBody, ToolPolicy } from './toolsets/any-tool.js';
export type { AnyToolset } from './toolsets/any-toolset.js';
export { reflectedToolset } from './toolsets/reflected-toolset.js';
