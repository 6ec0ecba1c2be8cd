import type { JobQueue } from '../connection/link.js';

/**
 * Gives background jobs of one queue priorities, so that workers take those of the tenants in
 * rotation: the nth job that a tenant has in the queue gets a priority of n after the job that is
 * taken next. This is start-time fair queueing, see https://doi.org/10.1109/90.649569. A sender
 * counts its own jobs: a tenant that sends through two processes gets two turns in a round.
 */
export class FairPriorities {
  /** The priority of the last job, by tenant. */
  readonly #last = new Map<string, number>();
  #next = 0;
  #readAt = -Infinity;

  constructor(private readonly queue: Pick<JobQueue, 'getJobs'>) {}

  /** Returns the priority of the next job of a tenant. Workers take smaller ones first. */
  async priorityOf(tenant: string): Promise<number> {
    if (Date.now() - this.#readAt >= READ_MS) await this.#read();
    const priority = Math.min(Math.max(this.#next, (this.#last.get(tenant) ?? 0) + 1), LARGEST);
    this.#last.set(tenant, priority);
    return priority;
  }

  /** Reads the priority of the job that a worker takes next. Forgets tenants whose jobs began. */
  async #read(): Promise<void> {
    this.#readAt = Date.now();
    const [first] = await this.queue.getJobs(['prioritized'], 0, 0, true);
    this.#next = first?.priority ?? 1;
    for (const [tenant, priority] of this.#last) {
      if (first === undefined || priority < this.#next) this.#last.delete(tenant);
    }
  }
}

/** How old the priority of the next job can be, in milliseconds. */
const READ_MS = 100;

/** The largest priority of BullMQ. Jobs with the same priority keep their order. */
const LARGEST = 2_097_152;
