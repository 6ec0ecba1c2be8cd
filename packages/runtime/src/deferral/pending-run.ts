import type { Approval, DeferralRequest, ToolOutcome } from '@haft/core';
import type { JsonValue } from '@haft/schema';

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
  /** HMAC-SHA256 over all the rest, with the runtime's `pendingSecret`. */
  readonly signature?: string;
}

/** A call of a run that waits. */
export type PausedCall =
  | { readonly outcome: ToolOutcome; readonly open?: undefined }
  | { readonly open: OpenCall; readonly outcome?: undefined };

/** A call that waits: all that is needed to make it. */
export interface OpenCall {
  readonly request: DeferralRequest;
  /** Validated, complete: sensitive ones too. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** What a user supplied before. */
  readonly input?: Readonly<Record<string, JsonValue>> | undefined;
  /** An approval that was given before. */
  readonly granted?: Grant | undefined;
}

/** An approval of one call with these arguments and no others. */
export interface Grant {
  readonly approval: Approval;
  /** Of the call that was approved. */
  readonly fingerprint: string;
}

/** What a run has counted: budgets and limits go on where they were. */
export interface RunCounters {
  readonly calls: number;
  readonly unknownNames: number;
  readonly haltReason?: string | undefined;
  /** Hidden tools that were found. */
  readonly revealed: readonly string[];
  readonly tools: Readonly<Record<string, ToolCounters>>;
}

/** What a run has counted of one tool. */
export interface ToolCounters {
  readonly calls: number;
  readonly failures: number;
  readonly lastProblem: string;
  /** Of the tool whose failures these are; set with them. A changed tool begins without. */
  readonly fingerprint?: string | undefined;
}
