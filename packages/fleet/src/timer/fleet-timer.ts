import { createHash } from 'node:crypto';
import { refuseUnknownOptions, requireCount, type Logger, type OptionNames } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import type { FleetConnection } from '../connection/fleet-connection.js';
import type { Link, TimerJob, TimerQueue } from '../connection/link.js';
import { openLink, requireConnection } from '../connection/open-link.js';

/** Options of {@link fleetTimer}. */
export interface FleetTimerOptions {
  readonly connection: FleetConnection;
  /**
   * The beginning of the name of the queue. Schedulers of one store need the same, and those of
   * other stores another. Default: `haft`.
   */
  readonly prefix?: string;
  /**
   * How often one process of the fleet looks for due slots, in milliseconds. Slots are at full
   * minutes, and so are the looks. Default: 60,000.
   */
  readonly lookMs?: number;
  /**
   * How long a process holds a slot without a sign of life before another one takes it over, in
   * milliseconds. Default: 30,000.
   */
  readonly lockMs?: number;
  /** Receives problems of the connection. Default: `console`. */
  readonly logger?: Pick<Logger, 'warn'>;
}

/** A slot that is due, as `DueSlot` of `@haft/toolsets/schedule`. */
export interface TimedSlot {
  readonly tenantId: string;
  readonly userId: string;
  readonly schedule: string;
  readonly at: number;
}

/** The work of a scheduler, as `ScheduledWork` of `@haft/toolsets/schedule`. */
export interface TimedWork {
  readonly concurrency: number;
  endInterrupted(): Promise<void>;
  due(limit: number): Promise<readonly TimedSlot[]>;
  take(slot: TimedSlot): Promise<(() => Promise<void>) | undefined>;
  onError(error: unknown): void;
}

/** A timer for `createScheduler` of `@haft/toolsets/schedule`. */
export interface FleetTimer {
  /** Begins to ask for work. */
  start(work: TimedWork): void;
  /** Takes no new slots, and waits for the executions in progress. */
  stop(): Promise<void>;
}

/**
 * Shares the schedules of a store between the processes of a fleet. At each full minute, a delayed
 * job of BullMQ wakes one process, which looks for due slots and gives each as a job to the fleet.
 * The store stays the truth: a slot is executed at most once, whatever the queue does.
 *
 * @throws {HaftError} `HAFT_INVALID_OPTION` if an option is unknown or invalid
 * @example createScheduler({ store, startRun, timer: fleetTimer({ connection: redis }) }).start()
 */
export function fleetTimer(options: FleetTimerOptions): FleetTimer {
  refuseUnknownOptions('fleetTimer', options, OPTIONS);
  requireConnection(options.connection);
  return new QueueTimer(options);
}

const OPTIONS: OptionNames<FleetTimerOptions> = {
  connection: true,
  prefix: true,
  lookMs: true,
  lockMs: true,
  logger: true,
};

class QueueTimer implements FleetTimer {
  readonly #lookMs: number;
  readonly #lockMs: number;
  #open: { readonly link: Link; readonly queue: TimerQueue; readonly planning: NodeJS.Timeout } | undefined;

  constructor(private readonly options: FleetTimerOptions) {
    this.#lookMs = requireCount('fleetTimer lookMs', options.lookMs ?? 60_000, 1);
    this.#lockMs = requireCount('fleetTimer lockMs', options.lockMs ?? 30_000, 1);
  }

  start(work: TimedWork): void {
    const { connection, prefix = 'haft', logger = console } = this.options;
    const link = openLink(connection, (error) => {
      logger.warn(`The timer of schedules has a problem with its connection: ${error.message}`);
    });
    const queue = link.timer(`${prefix}-schedules`, (job) => this.#execute(job, work, queue), {
      concurrency: work.concurrency,
      lockMs: this.#lockMs,
      stalledCheckMs: Math.ceil(this.#lockMs / 2),
    });
    let isPlanning = false;
    const plan = async (): Promise<void> => {
      if (isPlanning) return;
      isPlanning = true;
      await this.#plan(queue).catch((error: unknown) => {
        work.onError(error);
      });
      isPlanning = false;
    };
    void plan();
    // A look plans the next one. The server may lose it, with all its data.
    this.#open = { link, queue, planning: setInterval(() => void plan(), this.#lookMs) };
  }

  async stop(): Promise<void> {
    if (this.#open === undefined) return;
    const { link, queue, planning } = this.#open;
    this.#open = undefined;
    clearInterval(planning);
    await queue.close();
    await link.close();
  }

  /** The next look finds again what fails here. */
  async #execute(job: TimerJob, work: TimedWork, queue: TimerQueue): Promise<void> {
    try {
      if (job.name === LOOK) await this.#look(job, work, queue);
      // A worker that closes may get one more job. Another process finds its slot at the next look.
      else if (this.#open !== undefined && isSlot(job.data)) await (await work.take(job.data))?.();
    } catch (error) {
      work.onError(error);
    }
  }

  /** Adds the next look. All processes give it the same id, so that there is one. */
  async #plan(queue: TimerQueue): Promise<void> {
    const now = Date.now();
    const at = (Math.floor(now / this.#lookMs) + 1) * this.#lookMs;
    await queue.add([{ id: `look_${String(at)}`, name: LOOK, data: { at }, delayMs: at - now }]);
  }

  async #look({ data }: TimerJob, work: TimedWork, queue: TimerQueue): Promise<void> {
    if (isObject(data) && typeof data['at'] === 'number') await untilTime(data['at'], this.#lookMs);
    await this.#plan(queue);
    await work.endInterrupted();
    const slots = await work.due(MOST_SLOTS);
    await queue.add(slots.map((slot) => ({ id: slotId(slot), name: SLOT, data: slot })));
    if (slots.length < MOST_SLOTS) return;
    // The same slots are found until they are taken.
    const second = Math.ceil(Date.now() / 1_000);
    await queue.add([{ id: `more_${String(second)}`, name: LOOK, data: {}, delayMs: 1_000 }]);
  }
}

/** The clock of the process that planned the look may be ahead of the clock here. */
async function untilTime(time: number, mostMs: number): Promise<void> {
  const wait = Math.min(time - Date.now(), mostMs);
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}

/** BullMQ refuses numbers and colons. */
function slotId({ tenantId, userId, schedule, at }: TimedSlot): string {
  const key = JSON.stringify([tenantId, userId, schedule]);
  return `s_${createHash('sha256').update(key).digest('hex')}_${String(at)}`;
}

function isSlot(data: unknown): data is TimedSlot {
  if (!isObject(data) || !Number.isSafeInteger(data['at'])) return false;
  return [data['tenantId'], data['userId'], data['schedule']].every((part) => typeof part === 'string');
}

const LOOK = 'look';
const SLOT = 'slot';
/** Slots that one look gives to the fleet. */
const MOST_SLOTS = 1_000;
