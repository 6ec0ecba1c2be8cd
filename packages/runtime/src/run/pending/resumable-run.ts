import type { ToolOutcome } from '@haft/core';
import type { Decisions } from '../../call/deferral/decision.js';
import type { RunState } from '../state/run-state.js';

/** A run that continues paused calls. */
export interface ResumableRun extends RunState {
  definitions(): Promise<unknown>;
  resume(
    decisions: Decisions,
    options: { readonly partial: boolean; readonly execute: boolean },
  ): Promise<readonly ToolOutcome[]>;
}
