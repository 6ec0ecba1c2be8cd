import type { Logger } from '@haft/core';
import type { Run } from '@haft/runtime';
import { nextSlot } from '../slots/next-slot.js';
import type { Schedule, ScheduleStore, Slot } from '../store/schedule-store.js';
import { executeSchedule } from './execute-schedule.js';

/** Options of {@link createScheduler}. */
export interface SchedulerOptions {
  /** The store of the schedule toolset. */
  readonly store: ScheduleStore;
  /**
   * Starts the run of an execution. Give it the user and the tenant of the schedule, so that the
   * policies of this moment apply:
   * `({ userId, tenantId }) => runtime.startRun({ userId, tenantId })`.
   */
  readonly startRun: (schedule: Schedule) => Run | Promise<Run>;
  /** Gives the prompt of a schedule to a model. Default: schedules with a prompt fail. */
  readonly onPrompt?: (schedule: Schedule, run: Run) => unknown;
  /** Is called after each execution. Default: nothing. */
  readonly onEnd?: (schedule: Schedule, outcome: string) => void;
  /** Is called for slots that were not executed, because no process was there. Default: nothing. */
  readonly onMissed?: (schedule: Schedule, at: Date) => void;
  /** How late a slot may be executed, in milliseconds. Default: 900,000 (15 minutes). */
  readonly graceMs?: number;
  /**
   * After this time without a sign, an execution was interrupted, in milliseconds. Default: 60,000.
   */
  readonly leaseMs?: number;
  /** Most executions at a time. Default: 10. */
  readonly concurrency?: number;
  /** Returns the time, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
  /** Gets failures of the scheduler itself. Default: `console`. */
  readonly logger?: Pick<Logger, 'error'>;
}

/** Executes schedules at their slots. Several processes may have one on the same store. */
export interface Scheduler {
  /** Waits for slots, and executes them. */
  start(): void;
  /** Executes no new slots, and waits for the executions in progress. */
  stop(): Promise<void>;
  /** Executes everything that is due, for a timer of your own. Returns the number of executions. */
  runDue(): Promise<number>;
}

/**
 * Creates a scheduler. Each slot is executed at most once, by one process. If the process is killed
 * meanwhile, the outcome is `interrupted`, and the slot is not executed again.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  return new DefaultScheduler(options);
}

class DefaultScheduler implements Scheduler {
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: SchedulerOptions) {}

  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.wait(0);
  }

  async stop(): Promise<void> {
    this.isStarted = false;
    clearTimeout(this.timer);
    await this.work;
  }

  async runDue(): Promise<number> {
    const { store, concurrency = 10 } = this.options;
    await store.interrupt(this.now());
    let executed = 0;
    for (;;) {
      const due = await store.due(this.now(), concurrency);
      if (due.length === 0) return executed;
      const ends = await Promise.all(due.map((schedule) => this.execute(schedule)));
      executed += ends.filter((end) => end === 'executed').length;
    }
  }

  /** Looks again at least every minute, because other processes add schedules. */
  private wait(ms: number): void {
    this.timer = setTimeout(
      () => {
        this.work = this.turn().then((next) => {
          if (this.isStarted) this.wait(next);
        });
      },
      Math.min(Math.max(ms, 0), LONGEST_WAIT_MS),
    );
  }

  private async turn(): Promise<number> {
    try {
      await this.runDue();
      const next = await this.options.store.nextDue();
      return next === undefined ? LONGEST_WAIT_MS : next - this.now();
    } catch (error) {
      (this.options.logger ?? console).error('Schedules could not be executed.', { error });
      return LONGEST_WAIT_MS;
    }
  }

  private async execute(schedule: Schedule): Promise<'executed' | 'missed' | 'taken'> {
    const { store, onMissed, graceMs = 900_000 } = this.options;
    const now = this.now();
    const slot = { schedule: schedule.id, at: schedule.nextRun ?? 0 };
    const next = nextSlot(schedule.rule, new Date(now))?.getTime();
    if (now - slot.at > graceMs) {
      if (!(await store.miss(slot, next))) return 'taken';
      onMissed?.(schedule, new Date(slot.at));
      return 'missed';
    }
    if (!(await store.claim(slot, next, now + this.leaseMs))) return 'taken';
    const outcome = await this.withLease(slot, () => this.outcomeOf(schedule, slot));
    await store.finish(slot, outcome);
    this.options.onEnd?.(schedule, outcome);
    return 'executed';
  }

  private async outcomeOf(schedule: Schedule, slot: Slot): Promise<string> {
    try {
      const run = await this.options.startRun(schedule);
      try {
        return await executeSchedule({ schedule, slot, run, onPrompt: this.options.onPrompt });
      } finally {
        await run.end();
      }
    } catch (error) {
      (this.options.logger ?? console).error(`The schedule '${schedule.id}' failed.`, { error });
      return 'failed: an unexpected error';
    }
  }

  private async withLease(slot: Slot, work: () => Promise<string>): Promise<string> {
    const renew = (): void => {
      this.options.store.renew(slot, this.now() + this.leaseMs).catch((error: unknown) => {
        (this.options.logger ?? console).error('The lease of a schedule could not be renewed.', { error });
      });
    };
    const timer = setInterval(renew, this.leaseMs / 3);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  private get leaseMs(): number {
    return this.options.leaseMs ?? 60_000;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }
}

const LONGEST_WAIT_MS = 60_000;
