import type { Call } from '../call.js';
import type { ToolState } from '../tools/tool-state.js';
import { settle, type Counted } from './retry-budget.js';

/**
 * Counts the calls of a batch. A success resets the budget of its tool, and corrections of one tool
 * spend it once. It does not keep the calls, which use most of the memory of a long batch.
 */
export class BatchBudget {
  private readonly succeeded = new Set<ToolState>();
  private readonly corrected: Counted[] = [];

  /** Notes an answered call. */
  note({ state, verdict, attempt }: Call): void {
    if (verdict === 'success') this.succeeded.add(state);
    else if (verdict === 'retry') this.corrected.push({ state, verdict, attempt });
  }

  /** Spends the budgets when all calls are answered. */
  settle(): void {
    for (const one of this.corrected) settle(one);
    // Last, since a success takes precedence.
    for (const state of this.succeeded) state.succeed();
  }
}
