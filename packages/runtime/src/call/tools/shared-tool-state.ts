import type { ToolOutcome } from '@haft/core';
import type { ToolStatistics } from '../../events/tool-statistics.js';
import { Gate } from '../../limits/gate.js';
import { SlidingWindow } from '../../limits/sliding-window.js';
import { Durations } from '../../events/durations.js';
import type { ToolSettings } from '@haft/compose';
import { NO_OUTCOMES } from '../outcome/is-outcome.js';

/** The counts of a tool over all runs of a runtime. */
export class SharedToolState {
  /** Separate from the others, since nearly all outcomes are successes. */
  successes = 0;
  private others: Record<ToolOutcome['status'], number> = NO_OUTCOMES;
  cached = 0;
  late = 0;
  private refused = 0;
  /** Rejected calls that would otherwise count as tried. */
  private untried = 0;
  private madeDurations: Durations | undefined = undefined;
  readonly gate: Gate | undefined;
  readonly rate: SlidingWindow | undefined;

  constructor({ callLimit }: ToolSettings) {
    this.gate = callLimit?.concurrent === undefined ? undefined : new Gate(callLimit.concurrent);
    this.rate = callLimit?.perMinute === undefined ? undefined : new SlidingWindow(callLimit.perMinute);
  }

  /** Counts an answered call. */
  count(status: ToolOutcome['status']): void {
    if (status === 'success') this.successes++;
    else {
      // Created when the first outcome other than a success is counted.
      if (this.others === NO_OUTCOMES) this.others = { ...NO_OUTCOMES };
      this.others[status]++;
    }
  }

  /** Durations of its calls, if the runtime measures them. */
  get durations(): Durations {
    return (this.madeDurations ??= new Durations());
  }

  /** Counts a call that is answered without being made. */
  countRefused(status: ToolOutcome['status']): void {
    this.refused++;
    if (status === 'retry' || status === 'failed') this.untried++;
  }

  /** Returns the counts as data. */
  statistics(tool: string): ToolStatistics {
    const outcomes = { ...this.others, success: this.successes };
    const calls = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    const tried = outcomes.success + outcomes.retry + outcomes.failed - this.untried;
    const successRate = tried === 0 ? 1 : outcomes.success / tried;
    const { cached, late, refused, madeDurations } = this;
    const counts = { tool, calls, cached, late, refused, outcomes, successRate };
    return madeDurations === undefined ? counts : { ...counts, durations: madeDurations.summary() };
  }
}
