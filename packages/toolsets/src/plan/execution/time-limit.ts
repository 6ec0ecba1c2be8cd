import type { RunContext } from '@haft/core';

/**
 * Ends the steps of a plan shortly before its deadline. At the deadline itself, the model would
 * read no results.
 */
export class TimeLimit {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout | undefined;

  constructor({ deadline }: RunContext<never>) {
    this.signal = this.controller.signal;
    if (deadline === undefined) return;
    const left = Math.max(deadline - Date.now(), 0);
    const time = left - Math.min(left / 10, MOST_RESERVED_MS);
    if (time <= LONGEST_TIMER_MS) {
      this.timer = setTimeout(() => {
        this.controller.abort();
      }, time);
    }
  }

  /** Whether the time is over. */
  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** Stops the timer. */
  end(): void {
    clearTimeout(this.timer);
  }
}

const MOST_RESERVED_MS = 2_000;
/** Node starts a longer timer immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
