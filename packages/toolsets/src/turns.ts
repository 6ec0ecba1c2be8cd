import { setImmediate } from 'node:timers/promises';

/** Milliseconds that the work may take before other work gets its turn. */
const LONGEST_TURN_MS = 4;

/**
 * Divides long synchronous work into short turns: between them the process does other work, and
 * sees that a call was cancelled.
 */
export class Turns {
  private start = performance.now();

  /** @param signal - cancels the work. Default: nothing does. */
  constructor(private readonly signal?: AbortSignal) {}

  /** Whether other work is due. */
  get isOver(): boolean {
    return performance.now() - this.start >= LONGEST_TURN_MS;
  }

  /**
   * Lets other work run.
   *
   * @throws the reason of the signal if the call was cancelled
   */
  async pass(): Promise<void> {
    await setImmediate();
    this.signal?.throwIfAborted();
    this.start = performance.now();
  }
}
