import type { ToolOutcome } from '@haft/core';
import type { ToolStatistics } from '../events/tool-statistics.js';
import { Gate } from '../limits/gate.js';
import { SlidingWindow } from '../limits/sliding-window.js';
import type { ToolPolicy } from '../toolsets/any-tool.js';

/** What a tool counts over all runs of a runtime. */
export class ToolGovernor {
  calls = 0;
  cached = 0;
  late = 0;
  readonly outcomes: Record<ToolOutcome['status'], number> = {
    success: 0,
    retry: 0,
    failed: 0,
    denied: 0,
    deferred: 0,
    interrupted: 0,
  };
  readonly gate: Gate | undefined;
  readonly rate: SlidingWindow | undefined;

  constructor({ callLimit }: ToolPolicy) {
    this.gate = callLimit?.concurrent === undefined ? undefined : new Gate(callLimit.concurrent);
    this.rate = callLimit?.perMinute === undefined ? undefined : new SlidingWindow(callLimit.perMinute);
  }
}

/** The counts as data. */
export function statisticsOf(tool: string, { calls, cached, late, outcomes }: ToolGovernor): ToolStatistics {
  const tried = outcomes.success + outcomes.retry + outcomes.failed;
  const successRate = tried === 0 ? 1 : outcomes.success / tried;
  return { tool, calls, cached, late, outcomes: { ...outcomes }, successRate };
}
