import type { CallStopped } from '../call-stopped.js';
import type { FinishedCall } from '../deferral/suspended-call.js';

/** Interrupts an inner call. */
export type InterruptInner = (reason: CallStopped) => void;

/** The calls that a call made. */
export class InnerCalls {
  private readonly inProgress = new Set<InterruptInner>();
  private readonly ended: FinishedCall[];

  /** @param ended - the calls that a suspended call made before */
  constructor(ended: readonly FinishedCall[] = []) {
    this.ended = [...ended];
  }

  /** The inner calls that ended, oldest first. */
  get finished(): readonly FinishedCall[] {
    return this.ended;
  }

  /** Adds an inner call in progress. */
  add(interrupt: InterruptInner): void {
    this.inProgress.add(interrupt);
  }

  /** Removes an inner call that is answered. */
  remove(interrupt: InterruptInner): void {
    this.inProgress.delete(interrupt);
  }

  /** Remembers an ended call. */
  finish(finished: FinishedCall): void {
    if (this.ended.length < MOST_FINISHED) this.ended.push(finished);
  }

  /** Interrupts the inner calls in progress. */
  interrupt(reason: CallStopped): void {
    for (const interrupt of [...this.inProgress]) interrupt(reason);
  }
}

/** Limits the size of a suspended call. A text could not name more calls either. */
export const MOST_FINISHED = 300;
