import type { CallStopped } from '../call-stopped.js';
import type { FinishedCall, MadeCall } from '../deferral/suspended-call.js';

/** Interrupts an inner call. */
export type InterruptInner = (reason: CallStopped) => void;

/** The calls that a call made. */
export class InnerCalls {
  private readonly inProgress = new Map<InterruptInner, () => readonly MadeCall[]>();
  private readonly ended: FinishedCall[];
  /** Whether some may wait for decisions. */
  mayWait: boolean;
  /** Whether the call ended without success, so that none must wait. */
  isVoid = false;

  /** @param suspended - the calls that a suspended call made before. Others of it may wait. */
  constructor(suspended?: readonly FinishedCall[]) {
    this.ended = [...(suspended ?? [])];
    this.mayWait = suspended !== undefined;
  }

  /** The inner calls that ended, oldest first. */
  get finished(): readonly FinishedCall[] {
    return this.ended;
  }

  /** The calls that may have taken effect, of those in progress. */
  get open(): readonly MadeCall[] {
    return [...this.inProgress.values()].flatMap((effects) => effects());
  }

  /**
   * Adds an inner call in progress.
   *
   * @param effects - returns the call and the calls inside it that may have taken effect
   */
  add(interrupt: InterruptInner, effects: () => readonly MadeCall[]): void {
    this.inProgress.set(interrupt, effects);
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
    for (const interrupt of [...this.inProgress.keys()]) interrupt(reason);
  }
}

/** Limits the size of a suspended call. A text could not name more calls either. */
export const MOST_FINISHED = 300;
