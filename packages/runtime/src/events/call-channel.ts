import type { ParentCall, RunContext, ToolDefinition, ToolOutcome } from '@haft/core';

/**
 * A message of the channels `tracing:haft:call:*` of node:diagnostics_channel. A call has one
 * object: `start` carries it first, `end` after the synchronous part, `asyncStart` and `asyncEnd`
 * with the outcome. `error` comes before them if the call rejects or its tool fails unexpectedly.
 */
export interface CallTrace {
  /** Id of the call. */
  readonly callId: string;
  /** Id of the run. */
  readonly runId: string;
  /** The runtime of the run. Compare it with yours. */
  readonly runtime: object;
  /** Name of the tool in the call. */
  readonly tool: string;
  /** The call that made this call. Missing for a call of the model. */
  readonly parent?: ParentCall | undefined;
  /** Definition of the tool. Undefined if the run has no tool of this name. */
  readonly definition: ToolDefinition | undefined;
  /** Context for a storage: `callChannel.start.bindStore(storage, (trace) => trace.context)`. */
  readonly context: RunContext;
  /**
   * The arguments that the model sent, without sensitive values. After a decision, the arguments
   * that the call continues with: they were repaired before, and an approver may have changed them.
   * A text if they are not JSON, and undefined if that text or the arguments cannot be cleared of
   * sensitive values.
   */
  readonly sent: unknown;
  /** Valid arguments without sensitive values, from `asyncStart` on. */
  arguments?: unknown;
  /** Outcome, from `asyncStart` on. Missing if the call rejects. */
  outcome?: ToolOutcome;
  /** Unexpected error of the tool, or the reason of the rejection. */
  error?: unknown;
}

/** Publishes a {@link CallTrace} for the calls of all runtimes of the process. */
export const callChannel = process
  // Faster than an `import`, for which Node creates a module: 0.3 ms at each start.
  .getBuiltinModule('node:diagnostics_channel')
  .tracingChannel<unknown, CallTrace>('haft:call');
