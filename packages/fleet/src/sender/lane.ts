import { HaftError, type ToolDefinition, type ToolOutcome } from '@haft/core';
import type { ExecuteOptions, PlainCall } from '@haft/runtime';
import type { CallJob, Closable, JobListener, JobQueue } from '../connection/link.js';
import { readEvents } from '../jobs/events.js';
import { jobId } from '../jobs/job-names.js';
import { jobOptions } from '../jobs/job-options.js';
import { failed, notStarted, readOutcome, unknownOutcome } from '../jobs/outcomes.js';
import { addBackgroundJob } from '../jobs/add-background-job.js';
import { canRunAgain, mayHaveBegun } from '../jobs/can-run-again.js';
import { FairPriorities } from './fair-priorities.js';
import { FairTurns } from './fair-turns.js';
import type { FleetSettings } from './fleet-options.js';
import type { SentCall } from './sent-call.js';
import { WaitingJobs } from './waiting-jobs.js';

/** The calls of this process in one queue: of one version of one tool. */
export class Lane implements JobListener {
  readonly turns: FairTurns;
  readonly #waitingJobs: WaitingJobs;
  readonly #priorities: FairPriorities;
  readonly #sent = new Map<string, SentCall>();
  #listening: Promise<Closable> | undefined;

  constructor(
    readonly queue: JobQueue,
    private readonly tool: ToolDefinition,
    private readonly settings: FleetSettings,
  ) {
    this.turns = new FairTurns(settings.maxInFlight);
    this.#waitingJobs = new WaitingJobs(queue, settings.maxWaiting);
    this.#priorities = new FairPriorities(queue);
  }

  /** Sends a call and waits for its outcome. */
  async execute(call: PlainCall, options: ExecuteOptions): Promise<ToolOutcome> {
    this.#listening ??= this.#listen();
    await this.#listening;
    if (options.signal.aborted) return notStarted(call);
    if (!(await this.#hasRoom())) return failed(call, 'limit', tooManyText(call.tool));
    const turn = this.turns.enter(call.run.tenantId ?? '', options.signal);
    if (turn !== undefined && !(await turn)) return notStarted(call);
    try {
      return await this.#send(call, options);
    } finally {
      this.turns.leave();
    }
  }

  /** Returns the outcome of a background call for which the queue has no room. */
  async admit(call: PlainCall): Promise<ToolOutcome | undefined> {
    return (await this.#waitingJobs.hasRoom()) ? undefined : failed(call, 'limit', tooManyText(call.tool));
  }

  /** Adds the job of a background call, and returns when the queue has it. */
  async enqueue(call: PlainCall, attempt: number): Promise<void> {
    await addBackgroundJob(this.queue, call, attempt, await this.#priorities.priorityOf(call.run.tenantId ?? ''));
  }

  /** The listener reads the outcomes of this lane. */
  completed(id: string, result: unknown): void {
    const sent = this.#end(id);
    if (sent === undefined) return;
    const outcome = readOutcome(sent.call, result);
    if (outcome === undefined) sent.reject(noOutcome(sent.call, 'its result is not an outcome'));
    else sent.resolve(outcome);
  }

  failed(id: string, reason: string): void {
    const sent = this.#end(id);
    sent?.reject(noOutcome(sent.call, reason));
  }

  progress(id: string, data: unknown): void {
    const sent = this.#sent.get(id);
    if (sent === undefined) return;
    for (const event of readEvents(sent.call, data)) sent.options.onEvent(event);
  }

  /** The queue also removes a job that has just ended, or whose worker lost it. */
  removed(id: string, before: string): void {
    const sent = this.#end(id);
    if (sent === undefined) return;
    const neverBegan = WAITING.has(before) && sent.mayHaveBegun !== true;
    sent.resolve(neverBegan ? notStarted(sent.call) : unknownOutcome(sent.call));
  }

  /** A worker that takes a cancelled job over has missed the message. */
  active(id: string): void {
    if (this.#sent.get(id)?.options.signal.aborted === true) this.#tellWorkers(id);
  }

  duplicated(id: string): void {
    if (this.#sent.has(id)) void this.#look(id);
  }

  /** Looks at the jobs of calls that have waited for long: the queue may have lost them. */
  async check(before: number): Promise<void> {
    for (const { jobId: id, sentAt } of [...this.#sent.values()]) if (sentAt < before) await this.#look(id);
  }

  async close(): Promise<void> {
    const listening = await this.#listening?.catch(() => undefined);
    await listening?.close();
    await this.queue.close();
    for (const [id, { call, reject }] of this.#sent) {
      this.#sent.delete(id);
      reject(noOutcome(call, 'the fleet was closed'));
    }
  }

  #listen(): Promise<Closable> {
    const listening = this.settings.link.listen(this.queue.name, this);
    // The next call tries again.
    listening.catch(() => (this.#listening = undefined));
    return listening;
  }

  async #hasRoom(): Promise<boolean> {
    if (this.turns.waiting >= this.settings.maxWaiting) return false;
    return this.#waitingJobs.hasRoom();
  }

  #send(call: PlainCall, options: ExecuteOptions): Promise<ToolOutcome> {
    return new Promise((resolve, reject) => {
      const id = jobId(call.key, options.attempt);
      const abort = (): void => void this.#cancel(id);
      const ended = (): void => {
        options.signal.removeEventListener('abort', abort);
      };
      this.#sent.set(id, {
        call,
        jobId: id,
        options,
        sentAt: Date.now(),
        wasLost: false,
        resolve: (outcome) => {
          ended();
          resolve(outcome);
        },
        reject: (error) => {
          ended();
          reject(error);
        },
      });
      options.signal.addEventListener('abort', abort, { once: true });
      this.#add(call, options.attempt).catch((cause: unknown) => {
        this.#end(id)?.reject(noOutcome(call, `the queue did not take it: ${String(cause)}`, cause));
      });
    });
  }

  async #add(call: PlainCall, attempt: number): Promise<void> {
    const id = jobId(call.key, attempt);
    await this.queue.add(call.tool, { call: JSON.stringify(call), attempt }, jobOptions(id));
  }

  /**
   * Removes a job that waits, and its event ends the call. A worker that has the job is told, and
   * its outcome still counts.
   */
  async #cancel(id: string): Promise<void> {
    try {
      const job = await this.queue.getJob(id);
      const sent = this.#sent.get(id);
      if (sent === undefined) return;
      if (job === undefined) {
        await this.#lost(id);
        return;
      }
      // A job waits again after its worker died.
      sent.mayHaveBegun = mayHaveBegun(job, this.tool);
      if ((await this.queue.remove(id)) === 1) {
        // On Postgres, no event tells of it. The event of a job that has just ended comes before.
        const before = job.processedOn === undefined ? 'waiting' : 'active';
        setTimeout(() => {
          this.removed(id, before);
        }, REMOVED_MS).unref();
      } else if (this.#sent.has(id)) this.#tellWorkers(id);
    } catch (error) {
      this.settings.logger.warn(`A call could not be cancelled: ${String(error)}`);
    }
  }

  #tellWorkers(id: string): void {
    this.settings.link.publish(this.settings.cancelChannel, id).catch((error: unknown) => {
      this.settings.logger.warn(`A call could not be cancelled: ${String(error)}`);
    });
  }

  async #look(id: string): Promise<void> {
    try {
      const job = await this.queue.getJob(id);
      if (job === undefined) await this.#lost(id);
      else await this.#finished(id, job);
    } catch (error) {
      this.settings.logger.warn(`A job could not be read: ${String(error)}`);
    }
  }

  async #finished(id: string, job: CallJob): Promise<void> {
    if (job.finishedOn === undefined) return;
    if (await job.isFailed()) this.failed(id, job.failedReason);
    else this.completed(id, job.returnvalue);
  }

  /** A queue without the job was emptied, or its server lost data. */
  async #lost(id: string): Promise<void> {
    const sent = this.#sent.get(id);
    if (sent === undefined) return;
    const isCancelled = sent.options.signal.aborted;
    if (canRunAgain(this.tool) && !sent.wasLost && !isCancelled) {
      sent.wasLost = true;
      await this.#add(sent.call, sent.options.attempt);
    } else this.#end(id)?.resolve(unknownOutcome(sent.call));
  }

  #end(id: string): SentCall | undefined {
    const sent = this.#sent.get(id);
    this.#sent.delete(id);
    return sent;
  }
}

/** How long the event of a removed job may take, in milliseconds. */
const REMOVED_MS = 1_000;

/** The states of a job that no worker has. */
const WAITING: ReadonlySet<string> = new Set(['wait', 'waiting', 'paused', 'prioritized', 'delayed']);

function tooManyText(tool: string): string {
  return `Too many calls of ${tool} wait for a worker. Do something else first, or try again later.`;
}

function noOutcome(call: PlainCall, reason: string, cause?: unknown): HaftError {
  return new HaftError('HAFT_FLEET_FAILED', `No worker returned an outcome of '${call.tool}': ${reason}.`, {
    hint: 'Read the log of the workers. For a tool with effects, check whether the call took effect.',
    cause,
  });
}
