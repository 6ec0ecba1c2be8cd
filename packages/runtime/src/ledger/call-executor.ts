import type { Approval, RunUsage, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { UntimedEvent } from '../events/run-event.js';

/**
 * A call as plain JSON, with everything that another process needs to execute it. The arguments are
 * accepted, and the call is decided, but the other process checks both again.
 */
export interface PlainCall {
  readonly format: 1;
  /** The key of its row in the ledger. */
  readonly key: string;
  readonly run: {
    readonly id: string;
    readonly tenantId?: string | undefined;
    readonly userId?: string | undefined;
    readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly id: string;
  /** The name that the call used. */
  readonly tool: string;
  /** The fingerprint of the definition of the tool. A worker with another one rejects the call. */
  readonly definition: string;
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** The values that a user supplied. */
  readonly input?: Readonly<Record<string, JsonValue>> | undefined;
  /** The approval, and the fingerprint that it is bound to. */
  readonly granted?: { readonly approval: Approval; readonly fingerprint: string } | undefined;
  /** The idempotency key of all attempts. */
  readonly effectKey: string;
  /** The queue that the tool names, such as with `@Background({ queue })`. */
  readonly queue?: string | undefined;
  /**
   * Set for a background call, which was answered before: the other process runs the interceptors
   * of its execution.
   */
  readonly background?: true | undefined;
  /** The end of its time, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  /** The usage of the run when the call was sent. Unset for a call that was stored. */
  readonly usage?: RunUsage | undefined;
}

/** The outcome of a call that another process executed, with the effects of the tool on its run. */
export type ExecutedOutcome = ToolOutcome & {
  readonly run?: {
    /** The reason that the tool gave to `run.calls.halt`. */
    readonly haltReason?: string | undefined;
    /** Names of hidden tools that the result reveals. */
    readonly reveals?: readonly string[] | undefined;
    /** Whether the call was interrupted, and the tool has a `reconcile` method to ask about it. */
    readonly canReconcile?: boolean | undefined;
  };
};

/** Options of {@link CallExecutor.execute}. */
export interface ExecuteOptions {
  /** The attempt in the ledger, or 1. */
  readonly attempt: number;
  /** Aborts when the call ends before. */
  readonly signal: AbortSignal;
  /** Receives the events of the tool: progress, logs and custom events. */
  readonly onEvent: (event: UntimedEvent) => void;
}

/** Executes calls elsewhere, such as in a worker process. `@haft/fleet` has one. */
export interface CallExecutor {
  /**
   * Executes one call. Rejects if no process can execute it. Return what `runtime.executeCall`
   * returned there, as JSON.
   */
  execute(call: PlainCall, options: ExecuteOptions): Promise<ExecutedOutcome>;
  /**
   * Hands a background call over, and returns when the executor keeps it. The executor begins its
   * attempts in the ledger, and settles them. Without this method, the process that makes the call
   * executes it.
   *
   * @param attempt - the number of the next attempt. The same call and attempt may come again.
   */
  enqueue?(call: PlainCall, attempt: number): Promise<void>;
  /**
   * Asked before a background call is written to the ledger. Returns the outcome of a call that is
   * refused, such as one over a limit, and undefined for other calls. Default: takes every call.
   */
  admit?(call: PlainCall): Promise<ToolOutcome | undefined>;
}
