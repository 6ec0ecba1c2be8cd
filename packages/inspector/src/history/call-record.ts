import type { ToldFailure } from '@haft/core/report';

/** A call in the list. The details are read when it is opened. */
export interface CallRow {
  /** Counts all calls of the history, from 1. */
  readonly number: number;
  readonly callId: string;
  readonly runId: string;
  readonly userId?: string;
  readonly tenantId?: string;
  readonly tool: string;
  /** The call that made this call. */
  readonly parent?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Undefined while the call is in progress. */
  readonly ms?: number;
  /** The status of the outcome, `running` before, `rejected` for a mistake of the developer. */
  readonly status: string;
  /** The begin of the text that the model reads. */
  readonly text: string;
  readonly repairs: number;
  readonly issues: number;
  /** Whether the result came from the cache. */
  readonly isCached: boolean;
  /** Whether the call used up the retry budget of its tool. */
  readonly isExhausted: boolean;
  /** The failure that the value of a successful call tells. */
  readonly failure?: ToldFailure;
  /** The place of the call in the call that made it, such as a line of a program. */
  readonly place?: unknown;
  /** Name of the preset, for a call of the page. */
  readonly preset?: string;
}

/** A call with everything that is kept of it. */
export interface CallDetail extends CallRow {
  /** The arguments that were sent, without sensitive values. */
  readonly sent?: unknown;
  /** The accepted arguments, without sensitive values. */
  readonly arguments?: unknown;
  /** The outcome as JSON, without sensitive values. */
  readonly outcome?: Readonly<Record<string, unknown>>;
  /** The reason of a rejection. */
  readonly error?: string;
  readonly steps: readonly StepMark[];
  readonly events: readonly unknown[];
  /** The requests of the call that wait, if this process can decide them. */
  readonly waits?: readonly string[];
}

/** When a step began. */
export interface StepMark {
  readonly step: string;
  readonly at: number;
}
