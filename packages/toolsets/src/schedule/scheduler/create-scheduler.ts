import { type Logger, refuseUnknownOptions, type OptionNames, requireKind } from '@haft/core';
import type { Run } from '@haft/runtime';
import { nextSlot } from '../slots/next-slot.js';
import type { Schedule, ScheduleStore, Slot } from '../store/schedule-store.js';
import { EmbeddedTimer } from './embedded-timer.js';
import { executeSchedule } from './execute-schedule.js';
import { Executions } from './executions.js';
import type { DueSlot, ScheduledWork, ScheduleTimer } from './schedule-timer.js';

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
  /** Is called for slots that no process has taken for longer than `graceMs`. Default: nothing. */
  readonly onMissed?: (schedule: Schedule, at: Date) => void;
  /** How late a slot may be executed, in milliseconds. Default: 900,000 (15 minutes). */
  readonly graceMs?: number;
  /**
   * After this time without a sign, an execution was interrupted, in milliseconds. Default: 60,000.
   */
  readonly leaseMs?: number;
  /** Most executions at a time in this process. Default: 10. */
  readonly concurrency?: number;
  /**
   * Tells when to look for due slots, such as `fleetTimer` of `@haft/fleet`. Default: a timer of
   * this process.
   */
  readonly timer?: ScheduleTimer;
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
  refuseUnknownOptions('createScheduler', options, OPTIONS);
  requireKind('createScheduler store', options.store, {
    methods: [],
    name: "a store, such as new SqliteScheduleStore({ file: 'schedules.db' })",
  });
  requireKind('createScheduler startRun', options.startRun, 'a function');
  return new DefaultScheduler(options);
}

class DefaultScheduler implements Scheduler, ScheduledWork {
  readonly concurrency: number;
  private readonly timer: ScheduleTimer;
  private isStarted = false;

  constructor(private readonly options: SchedulerOptions) {
    this.concurrency = options.concurrency ?? 10;
    this.timer = options.timer ?? new EmbeddedTimer();
  }

  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    this.timer.start(this);
  }

  async stop(): Promise<void> {
    this.isStarted = false;
    await this.timer.stop();
  }

  async runDue(): Promise<number> {
    let executed = 0;
    const errors: unknown[] = [];
    const executions = new Executions(this, (error) => {
      if (error === undefined) executed += 1;
      else errors.push(error);
    });
    try {
      await this.endInterrupted();
      for (;;) {
        await executions.fill();
        if (executions.isIdle || errors.length > 0) break;
        await executions.oneEnd();
      }
    } finally {
      await executions.allEnds();
    }
    if (errors.length > 0) throw errors[0];
    return executed;
  }

  async endInterrupted(): Promise<void> {
    await this.options.store.interrupt(this.now());
  }

  async due(limit: number): Promise<readonly DueSlot[]> {
    const due = await this.options.store.due(this.now(), limit);
    return due.map(({ id, tenantId, userId, nextRun = 0 }) => ({ tenantId, userId, schedule: id, at: nextRun }));
  }

  async take(due: DueSlot): Promise<(() => Promise<void>) | undefined> {
    const { store, onMissed, graceMs = 900_000 } = this.options;
    const { schedule: id, at } = due;
    const schedule = await store.find(due, id);
    if (schedule?.nextRun !== at || at - this.now() > CLOCKS_DIFFER_MS) return undefined;
    // The process that found the slot may have a clock that is ahead.
    const now = Math.max(this.now(), at);
    const slot = { schedule: id, at };
    const next = nextSlot(schedule.rule, new Date(now))?.getTime();
    if (now - at > graceMs) {
      if (await store.miss(slot, next)) onMissed?.(schedule, new Date(at));
      return undefined;
    }
    if (!(await store.claim(slot, next, now + this.leaseMs))) return undefined;
    return async () => {
      const outcome = await this.withLease(slot, () => this.outcomeOf(schedule, slot));
      await store.finish(slot, outcome);
      this.options.onEnd?.(schedule, outcome);
    };
  }

  async msToNext(): Promise<number | undefined> {
    const next = await this.options.store.nextDue();
    return next === undefined ? undefined : next - this.now();
  }

  onError(error: unknown): void {
    (this.options.logger ?? console).error('Schedules could not be executed.', { error });
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

/** Clocks of the machines of a fleet differ by less than this time. */
const CLOCKS_DIFFER_MS = 60_000;

const OPTIONS: OptionNames<SchedulerOptions> = {
  store: true,
  startRun: true,
  onPrompt: true,
  onEnd: true,
  onMissed: true,
  graceMs: true,
  leaseMs: true,
  concurrency: true,
  timer: true,
  now: true,
  logger: true,
};
