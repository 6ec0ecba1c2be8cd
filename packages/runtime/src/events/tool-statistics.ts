import type { ToolOutcome } from '@haft/core';
import type { ToolDurations } from './durations.js';

/** What a runtime counted of one tool since it was made. */
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
  /** With `createRuntime({ measureDurations: true })`, once a call was answered. Refused calls do not count. */
  readonly durations?: ToolDurations;
}
