import type { DeferralRequest } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { PausedCall } from '../../call/deferral/paused-call.js';
import type { ToolCounters } from '../../call/tools/tool-state.js';

/** The version of the format below. */
export const PENDING_FORMAT = 2;

/**
 * A paused run as plain JSON. `runtime.resumeRun` continues it, also in another process. Code that
 * can write it decides which calls are executed, so keep it in storage that you trust, or let the
 * runtime sign it (`pendingSecret`).
 */
export interface PendingRun {
  /** The version of the format. */
  readonly format: 1 | 2;
  /** The id of the run. */
  readonly runId: string;
  /** The user of the run. */
  readonly userId?: string;
  /** The tenant of the run. */
  readonly tenantId?: string;
  /** Open requests, without sensitive arguments. Show them to the approver. */
  readonly requests: readonly DeferralRequest[];
  /**
   * The calls of the batches with an open request, in the order of the calls. Answered calls have
   * their outcomes, open calls their arguments.
   */
  readonly calls: readonly PausedCall[];
  /** The counts of the run. */
  readonly counters: RunCounters;
  /** The values in `run.state`, as JSON. */
  readonly state?: Readonly<Record<string, JsonValue>>;
  /** Keys of `run.state` that are not in `state`: their values are not JSON, or are too long. */
  readonly notKept?: readonly string[];
  /** HMAC-SHA256 of the other properties, with the `pendingSecret` of the runtime. */
  readonly signature?: string;
}

/** The counts of a run. Budgets and limits of the resumed run start from them. */
export interface RunCounters {
  /** Admitted calls. */
  readonly calls: number;
  /** Calls with unknown tool names. */
  readonly unknownNames: number;
  /** Reason of `run.calls.halt` or `StopRun`, if the run was stopped. */
  readonly haltReason?: string | undefined;
  /** Names of hidden tools that were found. */
  readonly revealed: readonly string[];
  /** The counts of each tool, by name. */
  readonly tools: Readonly<Record<string, ToolCounters>>;
}

/** A run as the ledger has it. */
export interface StoredVersion {
  /** 0: the ledger does not have it. */
  readonly version: number;
  /** Unset if this process did not read or write it. */
  readonly pending?: PendingRun;
}
