import type { CallLedger } from '@haft/runtime';

/**
 * The time that the processes of a ledger share: that of the store, or of this process if the store
 * has none. A process whose clock is wrong then takes no lease too early, and leaves none for too
 * long.
 */
export class StoreClock {
  private offset = 0;
  private measured: { readonly at: number; readonly steady: number } | undefined = undefined;

  constructor(private readonly store: CallLedger) {}

  /** Returns the time in milliseconds since the epoch. Await {@link ready} before. */
  now(): number {
    return Date.now() + this.offset;
  }

  /**
   * Compares the clocks, if it was not done in the last minute or the clock of this process jumped.
   */
  async ready(): Promise<void> {
    if (this.store.now === undefined || this.isCurrent()) return;
    const before = Date.now();
    const time = await this.store.now();
    const after = Date.now();
    const offset = Math.round(time - (before + after) / 2);
    // The answer takes a while. A lease lasts for at least a second.
    this.offset = Math.abs(offset) < SMALLEST_MS ? 0 : offset;
    this.measured = { at: after, steady: performance.now() };
  }

  private isCurrent(): boolean {
    if (this.measured === undefined) return false;
    const passed = performance.now() - this.measured.steady;
    return passed < KEPT_MS && Math.abs(Date.now() - this.measured.at - passed) < SMALLEST_MS;
  }
}

const SMALLEST_MS = 1000;
const KEPT_MS = 60_000;
