import type { ScheduleOwner } from '../store/schedule-store.js';

/** A slot that is due. Plain data, so that a queue can carry it to another process. */
export interface DueSlot extends ScheduleOwner {
  /** The id of the schedule. */
  readonly schedule: string;
  /** The planned time, in milliseconds since the epoch. */
  readonly at: number;
}

/** The work of a scheduler, as a timer asks for it. */
export interface ScheduledWork {
  /** Most executions at a time in this process. */
  readonly concurrency: number;
  /** Ends executions of processes that were killed. */
  endInterrupted(): Promise<void>;
  /** Returns slots that are due and that no process has taken, the oldest first. */
  due(limit: number): Promise<readonly DueSlot[]>;
  /**
   * Takes a slot for this process.
   *
   * @returns the execution, which rejects only if the store fails. Undefined if the slot is taken
   *   or was missed, or the schedule has changed
   */
  take(slot: DueSlot): Promise<(() => Promise<void>) | undefined>;
  /** Returns how long it is until the next slot, in milliseconds. Undefined if there is none. */
  msToNext(): Promise<number | undefined>;
  /** Reports a failure. The timer continues. */
  onError(error: unknown): void;
}

/**
 * Tells a scheduler when to look for due slots. It may do so too often, and in several processes at
 * once: the store gives each slot to one of them.
 */
export interface ScheduleTimer {
  /** Begins to ask for work. */
  start(work: ScheduledWork): void;
  /** Takes no new slots, and waits for the executions in progress. */
  stop(): Promise<void>;
}
