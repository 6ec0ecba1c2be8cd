import type { Approval, RunUsage, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { RunEvent } from '../events/run-event.js';

/** A call that a worker thread makes. */
export interface IsolatedJob {
  readonly run: {
    readonly id: string;
    readonly userId: string | undefined;
    readonly tenantId: string | undefined;
    readonly metadata: Readonly<Record<string, unknown>> | undefined;
    /** The value that `isolation.deps` returned. */
    readonly deps: unknown;
  };
  readonly call: {
    readonly id: string;
    readonly name: string;
    readonly arguments: Readonly<Record<string, JsonValue>>;
  };
  readonly facts: CallFacts;
}

/** Facts about a call that the tool can read and the run in the worker does not know. */
export interface CallFacts {
  readonly attempt: number;
  readonly maxRetries: number;
  readonly deadline: number | undefined;
  readonly approval: Approval | undefined;
  readonly idempotencyKey: string;
  readonly usage: RunUsage;
  /** Values of the user for `@UserInput()` parameters. */
  readonly input: Readonly<Record<string, JsonValue>> | undefined;
  /**
   * Set for a call from another process, which is decided again: the approval that it claims. An
   * isolated tool still gets a thread.
   */
  readonly remote?: {
    readonly granted: { readonly approval: Approval; readonly fingerprint: string } | undefined;
    /** Whether the other process ran no interceptors. */
    readonly isBackground: boolean;
    /** Whether an attempt before this one died. It may have taken effect. */
    readonly isRecovered: boolean;
    readonly execution: RemoteExecution;
  };
}

/** The execution of a call from another process, also after the call was answered. */
export interface RemoteExecution {
  /** Whether its method began. */
  hasBegun?: true;
  /** The end of its method. */
  end?: Promise<ToolOutcome>;
}

/** A message of a worker thread. Events come first, then one of the other messages. */
export type IsolatedAnswer =
  | { readonly event: RunEvent }
  | {
      readonly outcome: ToolOutcome;
      readonly haltReason: string | undefined;
      /** Names of hidden tools that the result reveals. */
      readonly reveals: readonly string[];
    }
  /** The outcome cannot be sent to another thread. */
  | { readonly unsendable: string }
  /** The module or its runtime cannot be used. The developer must fix it. */
  | { readonly mistake: Error };

/**
 * Option of `startRun` with the {@link CallFacts}, set by the worker. The call was validated and
 * approved before, and the worker must not isolate it again.
 */
export const IN_WORKER = Symbol.for('haft:in-worker');
