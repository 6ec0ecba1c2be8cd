import type { ToolOutcome } from '@haft/core';

/** What a runtime counted of one tool since it was made. Times need a subscriber of the channel `haft:call`. */
export interface ToolStatistics {
  readonly tool: string;
  /** Answered calls, by outcome; together `calls`. */
  readonly outcomes: Readonly<Record<ToolOutcome['status'], number>>;
  readonly calls: number;
  /** Successes without an execution. */
  readonly cached: number;
  /** Results that came after their call was answered, and were dropped. */
  readonly late: number;
  /** Calls that were answered and never made: a limit, a closed tool, a run that was stopped. */
  readonly refused: number;
  /** Successes of all calls that ran to an answer of the tool: successes, retries and failures. 1 when there was none. */
  readonly successRate: number;
}
