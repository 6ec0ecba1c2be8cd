import type { RunContext, ToolDefinition, ToolOutcome } from '@haft/core';

/**
 * What the channels `tracing:haft:call:*` of node:diagnostics_channel carry, one object for a call: `start` when it begins,
 * `end` when its synchronous part is over, `asyncStart` and `asyncEnd` when it is answered, `error` before these when it rejected or
 * the tool threw unexpectedly.
 */
export interface CallTrace {
  readonly callId: string;
  readonly runId: string;
  /** The name that was asked for. */
  readonly tool: string;
  /** Undefined for a name that no tool has. */
  readonly definition: ToolDefinition | undefined;
  /** For `AsyncLocalStorage`: `channel.start.bindStore(storage, (trace) => trace.context)`. */
  readonly context: RunContext;
  /** Once they are accepted: the arguments, without what is sensitive. */
  arguments?: unknown;
  outcome?: ToolOutcome;
  error?: unknown;
}

/** The channel of all calls of all runtimes of the process. */
export const callChannel = process
  // An `import` of it costs every start 0.3 ms: Node makes a module of it for who imports.
  .getBuiltinModule('node:diagnostics_channel')
  .tracingChannel<unknown, CallTrace>('haft:call');
