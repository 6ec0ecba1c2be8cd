import type { SuspendedCall } from '../deferral/suspended-call.js';
import { ToolState, type ToolCounters } from '../tools/tool-state.js';

/** The separate retry budgets of inner calls, by the id of the outer call and by tool. */
export class InnerBudgets {
  private readonly byCall = new Map<string, Map<string, ToolState>>();
  private readonly kept = new Map<string, Readonly<Record<string, ToolCounters>>>();

  /** @param waits - the calls of a pending run, whose budgets continue */
  constructor(waits: readonly { readonly suspended?: SuspendedCall | undefined }[] = []) {
    this.begin(waits);
  }

  private begin(waits: readonly { readonly suspended?: SuspendedCall | undefined }[]): void {
    for (const { suspended } of waits) {
      if (suspended === undefined) continue;
      this.kept.set(suspended.callId, suspended.budgets);
      this.begin(suspended.waits);
    }
  }

  /**
   * Returns the state of a tool for inner calls with a separate budget.
   *
   * @param callId - id of the outer call
   * @param shared - the state of the tool in the run, which counts the calls
   */
  stateOf(callId: string, shared: ToolState): ToolState {
    const { planned, maxRetries } = shared;
    const states = this.byCall.get(callId) ?? new Map<string, ToolState>();
    this.byCall.set(callId, states);
    const known = states.get(planned.name);
    if (known !== undefined) {
      known.show(planned);
      return known;
    }
    const state = new ToolState(planned, maxRetries, shared);
    const kept = this.kept.get(callId);
    if (kept !== undefined && Object.hasOwn(kept, planned.name)) state.goOn(kept[planned.name]);
    states.set(planned.name, state);
    return state;
  }

  /** Returns the counts of the budgets of an outer call. */
  counters(callId: string): Readonly<Record<string, ToolCounters>> {
    const states = [...(this.byCall.get(callId) ?? [])];
    return { ...this.kept.get(callId), ...Object.fromEntries(states.map(([name, one]) => [name, one.counters()])) };
  }

  /** Forgets the budgets of an outer call that has ended. */
  end(callId: string): void {
    this.byCall.delete(callId);
    this.kept.delete(callId);
  }
}
