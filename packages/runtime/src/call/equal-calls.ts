import type { CallHandle } from './run-port.js';

/**
 * Counts equal calls that are made together: the calls of a batch, and calls that overlap. A later
 * call is the same call again, such as that of a turn that is replayed.
 */
export class EqualCalls {
  /** How many calls with a key were made together. */
  private counts = new Map<string, number>();
  /** Calls that were counted. Answered ones leave when they are the last. */
  private readonly together: CallHandle[] = [];
  /** The counts of inner calls. They are kept as long as their outer call. */
  private readonly inside = new WeakMap<CallHandle, Map<string, number>>();
  private batches = 0;
  private readonly inBatches: CallHandle[] = [];

  /** @param isKept - whether a ledger knows earlier calls, so that the counts can begin again */
  constructor(private readonly isKept: boolean) {}

  /** Returns how many equal calls were made before, and counts one more. */
  add(key: string, call: CallHandle): number {
    const counts = this.countsFor(call);
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  }

  /** Returns the calls with an id that were made together with those in progress. */
  withId(callId: string): readonly CallHandle[] {
    if (!this.isTogether()) return [];
    return [...this.inBatches, ...this.together].filter(({ id }) => id === callId);
  }

  /** Begins a batch. Its calls are made together, even one after the other. */
  beginBatch(): void {
    this.isTogether();
    this.batches++;
  }

  /** Notes a call of a batch before the first one begins. */
  addToBatch(call: CallHandle): void {
    this.inBatches.push(call);
  }

  /** Ends a batch, and forgets its calls if no other call is in progress. */
  endBatch(): void {
    this.batches--;
    this.isTogether();
  }

  private countsFor(call: CallHandle): Map<string, number> {
    const { parent } = call.origin;
    if (parent !== undefined) {
      let counts = this.inside.get(parent);
      counts ??= new Map<string, number>();
      this.inside.set(parent, counts);
      return counts;
    }
    this.isTogether();
    this.together.push(call);
    return this.counts;
  }

  /** Returns whether counted calls are still in progress. Otherwise the counts begin again. */
  private isTogether(): boolean {
    while (this.together.at(-1)?.answered === true) this.together.pop();
    if (this.together.length > 0 || this.batches > 0 || !this.isKept) return true;
    this.counts.clear();
    this.inBatches.length = 0;
    return false;
  }
}
