import type { ScheduleRule } from '../slots/schedule-rule.js';

/** The user of a tenant. Both come from the run. */
export interface ScheduleOwner {
  /** Empty without tenants. */
  readonly tenantId: string;
  readonly userId: string;
}

/** A call of a schedule. */
export interface ScheduledCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A schedule of a user. Times are in milliseconds since the epoch. */
export interface Schedule extends ScheduleOwner {
  readonly id: string;
  readonly description: string;
  readonly rule: ScheduleRule;
  /** Run in this order. The first one that fails ends the execution. */
  readonly tools: readonly ScheduledCall[];
  /** A text for a model. Empty if there is none. */
  readonly prompt: string;
  readonly enabled: boolean;
  /** The next slot. Undefined if it is not enabled, or has none. */
  readonly nextRun: number | undefined;
  /** The end of the last execution: `done`, `missed`, or a text with the reason. */
  readonly lastOutcome: string | undefined;
}

/** One execution of a schedule. */
export interface Slot {
  readonly schedule: string;
  /** The planned time, in milliseconds since the epoch. */
  readonly at: number;
}

/** Keeps schedules. A slot is claimed by one process, and at most once. */
export interface ScheduleStore {
  /**
   * Adds a schedule.
   *
   * @param most - most schedules of the owner
   * @returns false if the owner has `most` already
   */
  add(schedule: Schedule, most: number): Promise<boolean>;
  /** Returns a schedule of the owner. */
  find(owner: ScheduleOwner, id: string): Promise<Schedule | undefined>;
  /** Returns schedules of the owner in the order of their creation. */
  list(
    owner: ScheduleOwner,
    filter: { readonly enabled?: boolean | undefined; readonly limit: number },
  ): Promise<readonly Schedule[]>;
  /** Replaces a schedule. Returns false if it is gone. */
  replace(schedule: Schedule): Promise<boolean>;
  /** Removes a schedule, or all of the owner. Returns their number. */
  remove(owner: ScheduleOwner, id: string | undefined): Promise<number>;
  /** Returns enabled schedules of all owners with a slot at `now` or before, the oldest first. */
  due(now: number, limit: number): Promise<readonly Schedule[]>;
  /** Returns the next slot of all schedules. */
  nextDue(): Promise<number | undefined>;
  /**
   * Takes the next slot of a schedule, and plans the one after it. Returns false if another process
   * has taken it, or the schedule has changed.
   *
   * @param next - the slot after it
   * @param leaseUntil - when another process may say that the execution was interrupted
   */
  claim(slot: Slot, next: number | undefined, leaseUntil: number): Promise<boolean>;
  /** Extends the lease of an execution. */
  renew(slot: Slot, leaseUntil: number): Promise<void>;
  /** Ends an execution. */
  finish(slot: Slot, outcome: string): Promise<void>;
  /**
   * Records that slots were not executed, and plans the next one. Returns false if another process
   * was faster.
   */
  miss(slot: Slot, next: number | undefined): Promise<boolean>;
  /** Ends executions whose lease is over, because their process was killed. Returns their slots. */
  interrupt(now: number): Promise<readonly Slot[]>;
  /** Closes what the store opened. */
  close(): Promise<void>;
}
