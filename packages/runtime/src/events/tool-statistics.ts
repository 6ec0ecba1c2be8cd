import type { ToolOutcome } from '@haft/core';
import type { ToolDurations } from './durations.js';

/** The counts of one tool in all runs of a runtime. */
export interface ToolStatistics {
  /** Name of the tool. */
  readonly tool: string;
  /** Numbers of answered calls, by status. */
  readonly outcomes: Readonly<Record<ToolOutcome['status'], number>>;
  /** Number of all answered calls. */
  readonly calls: number;
  /** Number of successes from a cache. */
  readonly cached: number;
  /** Number of results that came after the answer of their call. Haft dropped them. */
  readonly late: number;
  /** Number of calls that a limit, the state of the tool or a stopped run prevented. */
  readonly refused: number;
  /** Successes / (successes + retries + failures), without refused calls. 1 before the first. */
  readonly successRate: number;
  /**
   * Durations, after a first call with `createRuntime({ observe: { measureDurations: true } })`.
   */
  readonly durations?: ToolDurations;
}
