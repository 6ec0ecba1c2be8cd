import type { DeferralRequest, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import type { OpenCall } from '../../call/deferral/open-call.js';
import type { ToolCounters } from '../../call/tools/tool-state.js';

/** The version of the form below. */
export const PENDING_FORMAT = 1;

/**
 * A run that waits, as plain JSON: `runtime.resumeRun` goes on with it, also in another process. Whoever can write it decides what is
 * executed, so keep it in storage that you trust, or let the runtime sign it (`pendingSecret`).
 */
export interface PendingRun {
  readonly format: typeof PENDING_FORMAT;
  readonly runId: string;
  readonly userId?: string;
  /** What is waited for, for the eyes of whoever decides: without sensitive arguments. */
  readonly requests: readonly DeferralRequest[];
  /** The calls of the batches that have something open, in the order of the calls: done ones with their outcomes, open ones with their arguments. */
  readonly calls: readonly PausedCall[];
  readonly counters: RunCounters;
  /** What tools put into `run.state`, as JSON. */
  readonly state?: Readonly<Record<string, JsonValue>>;
  /** Keys of `run.state` that are not in `state`: JSON cannot say their values, or they are too long. */
  readonly notKept?: readonly string[];
  /** HMAC-SHA256 over all the rest, with the runtime's `pendingSecret`. */
  readonly signature?: string;
}

/** A call of a run that waits. */
export type PausedCall =
  | { readonly outcome: ToolOutcome; readonly open?: undefined }
  | { readonly open: OpenCall; readonly outcome?: undefined };

/** What a run has counted: budgets and limits go on where they were. */
export interface RunCounters {
  readonly calls: number;
  readonly unknownNames: number;
  readonly haltReason?: string | undefined;
  /** Hidden tools that were found. */
  readonly revealed: readonly string[];
  readonly tools: Readonly<Record<string, ToolCounters>>;
}
