import type { Logger, ToolDefinition, ToolOutcome } from '@haft/core';
import type { CallLedger, CallRef, ExecutedOutcome, PlainCall } from '@haft/runtime';
import { DelayedError, WaitingError } from 'bullmq';
import type { CallJob, JobData } from '../connection/link.js';
import { countOf } from '../jobs/count-of.js';
import { canRunAgain, hadWorker, mayHaveBegun } from '../jobs/can-run-again.js';
import { failed, notStarted, unknownOutcome, writeOutcome } from '../jobs/outcomes.js';
import { readCall } from '../jobs/read-call.js';
import { CallsInProgress } from './calls-in-progress.js';
import { JobEvents } from './job-events.js';
import { endUnknown, hasBegunOften, hasKilledWorkers, wasAbandoned, withStart } from './poison-call.js';
import { Suspects } from './suspects.js';
import type { WorkerRuntime } from './worker-options.js';
import { WorkerStopped } from './worker-stopped.js';

/** Settings of a {@link JobProcessor}. */
export interface ProcessorSettings {
  readonly runtime: WorkerRuntime;
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  readonly depsOf: (call: PlainCall) => unknown;
  readonly ledger: CallLedger | undefined;
  readonly maxResultBytes: number;
  readonly logger: Logger;
}

/** A job on its way through the processor. */
interface Started {
  readonly call: PlainCall;
  readonly tool: ToolDefinition;
  readonly job: CallJob;
  readonly token: string;
  readonly controller: AbortController;
}

/** Executes jobs. The call of each job ends with an outcome, or another worker gets it. */
export class JobProcessor {
  readonly calls = new CallsInProgress();
  /** The calls in progress. Several jobs may be attempts of one call. */
  readonly #texts = new Map<string, Promise<string>>();
  readonly #suspects = new Suspects();

  constructor(private readonly settings: ProcessorSettings) {}

  /** Returns the outcome as text. Throws if the job is not a call. */
  readonly process = async (job: CallJob, token: string): Promise<string> => {
    const call = readCall(job.data.call);
    if (call === undefined) throw new Error('The job does not contain a call.');
    const tool = this.settings.tools.get(call.definition);
    if (tool === undefined) return this.#text(call, failed(call, 'changed', changedText(call.tool)));
    const key = identityOf(call);
    let text: string | undefined;
    // This process may have lost the job of an attempt while its event loop was blocked. A second
    // attempt must not begin while the first one runs, and its outcome is that of the first one.
    for (let first = this.#texts.get(key); first !== undefined; first = this.#texts.get(key))
      text = await first.catch(() => undefined);
    if (text !== undefined && job.data.attempt !== undefined) return text;
    const executing = this.#begin(call, tool, job, token);
    this.#texts.set(key, executing);
    try {
      return await executing;
    } finally {
      this.#texts.delete(key);
    }
  };

  async #begin(call: PlainCall, tool: ToolDefinition, job: CallJob, token: string): Promise<string> {
    const id = job.id ?? '';
    const controller = this.calls.begin(id);
    try {
      const started: Started = { call, tool, job, token, controller };
      if (isStopped(started)) return await this.#handBack(started);
      return job.data.attempt === undefined
        ? await this.#reported(started, this.#background(started))
        : await this.#direct(started, job.data.attempt);
    } finally {
      this.calls.end(id, controller);
    }
  }

  /** The sender waits for the outcome, and holds the row if there is one. */
  async #direct(started: Started, attempt: number): Promise<string> {
    const { call, tool, job, controller } = started;
    const isLost = mayHaveBegun(job, tool);
    if (controller.signal.aborted) return this.#text(call, isLost ? unknownOutcome(call) : notStarted(call));
    if (isLate(call)) return this.#text(call, isLost ? unknownOutcome(call) : late(call));
    if (hasKilledWorkers(job.data)) return this.#text(call, unknownOutcome(call));
    if (!canRunAgain(tool) && !(await this.#isCurrent(call, attempt)))
      return this.#text(call, isLost ? unknownOutcome(call) : notStarted(call));
    const isSuspect = job.stalledCounter > 0;
    const outcome = await this.#inTurn(started, isSuspect, () =>
      this.#execute(started, { attempt, isRecovered: hadWorker(job) }),
    );
    if (isStopped(started) && outcome.status === 'interrupted') {
      const mayRepeat = canRunAgain(tool) || outcome.notStarted === true || outcome.run?.canReconcile === true;
      if (!mayRepeat) return this.#text(call, unknownOutcome(call));
      return this.#handBack(started, outcome.notStarted === true ? 0 : 1);
    }
    return this.#text(call, outcome);
  }

  /** The row is the truth. The runtime begins the attempt of the call, and settles it. */
  async #background(started: Started): Promise<string> {
    const { call, job, token } = started;
    const { ledger } = this.settings;
    const stops = countOf(job.data.stops);
    if (ledger === undefined) throw new Error('A background call needs the option `ledger` of startWorker.');
    const before = await ledger.get(rowOf(call));
    const isSuspect = before !== undefined && wasAbandoned(before) && before.attempt > stops;
    const isPoison = isSuspect && (hasKilledWorkers(job.data) || hasBegunOften(before, stops));
    if (isPoison) await endUnknown(ledger, before);
    const outcome = await this.#inTurn(started, isSuspect && !isPoison, () =>
      this.#execute(started, { attempt: (before?.attempt ?? 0) + 1, isRecovered: before?.state === 'running' }),
    );
    const row = outcome.status === 'interrupted' ? await ledger.get(rowOf(call)) : undefined;
    // Another worker has it, or this one stops: look again after the lease.
    if (row?.state === 'running') {
      if (isStopped(started)) await job.updateData({ ...job.data, stops: stops + 1, starts: 0 });
      await job.moveToDelayed((row.leaseUntil ?? 0) + 1, token);
      throw new DelayedError();
    }
    return '';
  }

  /** No sender waits for a background job, so the log says why it failed. Its row stays queued. */
  async #reported({ call }: Started, text: Promise<string>): Promise<string> {
    try {
      return await text;
    } catch (error) {
      const isLater = error instanceof DelayedError || error instanceof WaitingError;
      if (!isLater) this.settings.logger.error(`The background call ${call.key} was not executed.`, { error });
      throw error;
    }
  }

  /**
   * Executes a call, unless one runs that may have ended its worker. Then the job waits in the
   * queue, where the end of this process does not count as its end.
   */
  async #inTurn<Result>({ job, token }: Started, isSuspect: boolean, execute: () => Promise<Result>): Promise<Result> {
    const { data } = job;
    const entry = this.#suspects.enter(isSuspect, () => {
      // Other calls begin now, so that a dead worker no longer proves the cause.
      this.#write(job, withStart(data, false));
    });
    if (entry === undefined) {
      await job.moveToDelayed(Date.now() + TURN_MS, token);
      throw new DelayedError();
    }
    try {
      if (isSuspect) await job.updateData(withStart(data, entry.isAlone));
      return await execute();
    } finally {
      entry.leave();
    }
  }

  #write(job: CallJob, data: JobData): void {
    job.updateData(data).catch((error: unknown) => {
      this.settings.logger.warn(`The starts of a call could not be written: ${String(error)}`);
    });
  }

  async #execute(
    started: Started,
    { attempt, isRecovered }: { readonly attempt: number; readonly isRecovered: boolean },
  ): Promise<ExecutedOutcome> {
    const { call, job, controller } = started;
    const { runtime, depsOf, logger } = this.settings;
    const events = new JobEvents(job, (error) => {
      logger.warn(`Events of '${call.tool}' were lost: ${String(error)}`);
    });
    const deps: unknown = await depsOf(call);
    if (isStopped(started)) return this.#handBack(started);
    const { stopSignal } = this.calls;
    const options = { deps, attempt, isRecovered, signal: controller.signal, stopSignal, onEvent: events.push };
    const outcome = await runtime.executeCall(call, options);
    await events.flushed();
    return outcome;
  }

  /** Gives the job back to the queue, for another worker. `began` counts its attempts here. */
  async #handBack({ job, token }: Started, began = 0): Promise<never> {
    await job.updateData({ ...job.data, stops: countOf(job.data.stops) + began, starts: 0 });
    await job.moveToWait(token);
    throw new WaitingError();
  }

  /** Returns whether the attempt of the sender is still the one that counts. */
  async #isCurrent(call: PlainCall, attempt: number): Promise<boolean> {
    const row = await this.settings.ledger?.get(rowOf(call));
    return row === undefined || (row.state === 'running' && row.attempt === attempt && !row.isCancelled);
  }

  #text(call: PlainCall, outcome: ToolOutcome): string {
    return writeOutcome(call, outcome, this.settings.maxResultBytes);
  }
}

function isStopped({ controller }: Started): boolean {
  return controller.signal.reason instanceof WorkerStopped;
}

function identityOf({ key, effectKey, run: { tenantId, userId }, tool, arguments: args }: PlainCall): string {
  return JSON.stringify([key, effectKey, tenantId, userId, tool, args]);
}

/** The time that a job waits for its turn, in milliseconds. */
const TURN_MS = 250;

function rowOf({ key, run: { tenantId = '', userId = '' } }: PlainCall): CallRef {
  return { key, tenantId, userId };
}

function isLate({ deadline }: PlainCall): boolean {
  return deadline !== undefined && deadline <= Date.now();
}

function late(call: PlainCall): ToolOutcome {
  return { ...failed(call, 'timeout', LATE), ...{ notStarted: true } };
}

const LATE = 'The time of the call was over before a worker was free. The tool did not run. You can call it again.';

function changedText(tool: string): string {
  return `The tool ${tool} was changed, so this call was not made. Call it again.`;
}
