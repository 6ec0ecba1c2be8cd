import { HaftError, type ToolOutcome } from '@haft/core';
import type { CallRef, CallRow, PlainCall, RunEvent, RunEventListener, RunOptions } from '@haft/runtime';
import { Gate, interruptedCall, isEndState, ownerOf, type ResumableRun } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { cancelInner } from '../row/cancel-inner.js';
import { outcomeOfRow } from '../row/outcome-of-row.js';
import { readStored } from '../row/stored-call.js';
import { canContinue } from '../runs/can-continue.js';
import { emptyRun } from '../runs/empty-run.js';
import { recoverAlone } from '../runs/poison-call.js';
import { optionsToKeep } from './options-to-keep.js';

/**
 * Executes queued calls of the ledger in this process, each in a run of its own.
 */
export class BackgroundCalls {
  private readonly started = new Map<string, Promise<void>>();
  /** Calls to execute again, since they were started while an earlier attempt ended. */
  private readonly again = new Map<string, () => void>();
  private readonly runs = new Set<ResumableRun>();
  private readonly gate: Gate;
  /** Whether this process executes calls. */
  readonly isActive: boolean;
  private isDisposed = false;

  constructor(private readonly keeper: LedgerKeeper) {
    const { background } = keeper.host.runtime.limits.concurrency;
    this.gate = new Gate(background);
    this.isActive = background > 0;
  }

  /**
   * Executes a call when there is a free slot. If this process has an attempt of it already, looks
   * at its row again after that: a decision may queue the call before the attempt has ended.
   *
   * @param options - options of the run that made the call. Its signal and handlers end with it.
   * @returns false if this process leaves calls to others
   */
  start(call: CallRef, options: RunOptions): boolean {
    const { key } = call;
    if (!this.isActive) return false;
    if (this.started.has(key)) {
      this.again.set(key, () => this.start(call, options));
      return true;
    }
    const executing = this.executeLater(call, optionsToKeep(options))
      .catch((error: unknown) => {
        this.keeper.host.runtime.observe.logger.error(`The background call ${key} was not executed.`, { error });
      })
      .finally(() => {
        this.started.delete(key);
        const startAgain = this.again.get(key);
        this.again.delete(key);
        startAgain?.();
      });
    this.started.set(key, executing);
    return true;
  }

  /** Resolves when this process has executed a call. Undefined if it does not have the call. */
  whenOver(key: string): Promise<void> | undefined {
    return this.started.get(key);
  }

  /** Looks for cancellations now, and not only when the leases are renewed. */
  async checkCancellations(): Promise<void> {
    if (this.runs.size > 0) await this.keeper.leases.renew();
  }

  /** Stops the calls. Their rows stay `running`, so that another process continues them. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    for (const run of this.runs) await run.end();
    await Promise.all(this.started.values());
  }

  private async executeLater(call: CallRef, options: RunOptions): Promise<void> {
    // A method may block. The caller gets the answer first.
    await new Promise((resolve) => setTimeout(resolve));
    await this.gate.enter();
    try {
      if (!this.isDisposed) await this.executeRow(call, options);
    } finally {
      this.gate.leave();
    }
  }

  /**
   * Executes a call that another process queued, as an attempt of its row.
   *
   * @param options.signal - stops the call, which another process continues
   * @returns its outcome. Interrupted if another process executes it.
   * @throws {HaftError} `HAFT_INVALID_PENDING` if the ledger has no such call
   */
  async executeQueued(
    call: PlainCall,
    { deps, signal, onEvent }: Pick<RunOptions, 'deps' | 'onEvent' | 'signal'>,
  ): Promise<ToolOutcome> {
    const { key, id, tool } = call;
    const ref = { ...ownerOf(call.run), key };
    const row = await this.keeper.store.get(ref);
    if (row === undefined) throw noRow(key);
    // Its worker ended it after others had died of it, and does not know the calls inside it.
    if (row.state === 'unknown_outcome') await cancelInner(this.keeper, row);
    const outcome = await this.execute(row, { deps, ...(onEvent && { onEvent }) }, signal);
    const current = outcome === undefined ? await this.keeper.store.get(ref) : undefined;
    return outcome ?? (current && outcomeOfRow(current)) ?? { ...interruptedCall(id, tool), notStarted: true };
  }

  private async executeRow(call: CallRef, options: RunOptions): Promise<void> {
    const row = await this.keeper.store.get(call);
    if (row === undefined || isEndState(row.state)) return;
    await this.execute(row, options);
    const { outer } = readStored(row, this.keeper.secret);
    const around = outer === undefined ? undefined : await this.keeper.store.get({ ...call, key: outer });
    // The end of an inner call lets its suspended outer call continue.
    const isHere = around?.state === 'running' && this.started.has(around.key);
    if (isHere || around?.state === 'approved' || around?.state === 'queued') this.start(around, options);
  }

  private async execute(
    row: CallRow,
    { onEvent, metadata, ...options }: RunOptions,
    signal?: AbortSignal,
  ): Promise<ToolOutcome | undefined> {
    const { keeper } = this;
    const known = metadata ?? readStored(row, keeper.secret).run.metadata;
    const own = { ...options, ...(known && { metadata: known }), onEvent: this.withProgress(row, onEvent) };
    const run = keeper.host.continueRun(emptyRun(row), own);
    const stop = (): void => void run.end();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
    this.runs.add(run);
    try {
      if (run.lifetime.stopped !== undefined) return undefined;
      await run.definitions();
      // A row whose tool is not here stays queued, for a process that has it.
      if (!(await canContinue(run, row))) return undefined;
      return await recoverAlone(run, keeper, row);
    } finally {
      signal?.removeEventListener('abort', stop);
      this.runs.delete(run);
      await run.end();
    }
  }

  /** Writes progress of the call to its row, for `task_status` in any process. */
  private withProgress(row: CallRow, listener: RunEventListener | undefined): RunEventListener {
    return (event: RunEvent) => {
      if (event.type === 'progress' && event.callId === row.callId) {
        this.keeper.leases.report(row, event.progress);
      }
      return listener?.(event);
    };
  }
}

function noRow(key: string): HaftError {
  return new HaftError('HAFT_INVALID_PENDING', `The ledger has no row for the background call ${key}.`, {
    hint: 'Give the runtime of the worker the ledger of the process that sends the call.',
  });
}
