import type { Logger } from '@haft/core';
import type { BackgroundPort } from '../../call/run-port.js';
import type { RunEvent, RunEventListener } from '../../events/run-event.js';
import type { CallRow } from '../../ledger/call-ledger.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { Gate } from '../../limits/gate.js';
import type { PendingRun } from '../deferral/pending-run.js';
import type { DefaultRun } from '../default-run.js';
import { emptyRun } from '../ledger/empty-run.js';
import { recoverCall } from '../ledger/recover-call.js';
import type { RunOptions } from '../run-options.js';

/** Settings of {@link BackgroundCalls}. */
export interface BackgroundSettings {
  readonly keeper: LedgerKeeper;
  /** Starts a run that continues a pending run. */
  readonly continueRun: (pending: PendingRun, options: RunOptions) => DefaultRun;
  /** Most calls at the same time. */
  readonly limit: number;
  readonly logger: Logger;
}

/** Executes queued calls of the ledger in this process, each in a run of its own. */
export class BackgroundCalls implements BackgroundPort {
  private readonly started = new Map<string, Promise<void>>();
  private readonly runs = new Set<DefaultRun>();
  private readonly gate: Gate;
  private isDisposed = false;

  constructor(private readonly settings: BackgroundSettings) {
    this.gate = new Gate(settings.limit);
  }

  /**
   * Executes a call when there is a free slot. Does nothing if this process has it already.
   *
   * @param options - options of the run that made the call. Its signal and handlers end with it.
   */
  start(key: string, options: RunOptions): void {
    if (this.started.has(key)) return;
    const { deps, metadata, onEvent } = options;
    const own = {
      deps,
      ...(metadata === undefined ? {} : { metadata }),
      ...(onEvent === undefined ? {} : { onEvent }),
    };
    const executing = this.executeLater(key, own)
      .catch((error: unknown) => {
        this.settings.logger.error(`The background call ${key} was not executed.`, { error });
      })
      .finally(() => this.started.delete(key));
    this.started.set(key, executing);
  }

  /** Looks for cancellations now, and not only when the leases are renewed. */
  async checkCancellations(): Promise<void> {
    if (this.runs.size > 0) await this.settings.keeper.renew();
  }

  /** Stops the calls. Their rows stay `running`, so that another process continues them. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    for (const run of this.runs) await run.end();
    await Promise.all(this.started.values());
  }

  private async executeLater(key: string, options: RunOptions): Promise<void> {
    // A method may block. The caller gets the answer first.
    await new Promise((resolve) => setTimeout(resolve));
    await this.gate.enter();
    try {
      if (!this.isDisposed) await this.execute(key, options);
    } finally {
      this.gate.leave();
    }
  }

  private async execute(key: string, { onEvent, ...options }: RunOptions): Promise<void> {
    const { keeper, continueRun } = this.settings;
    const row = await keeper.store.get(key);
    if (row === undefined) return;
    const run = continueRun(emptyRun(row), { ...options, onEvent: this.withProgress(row, onEvent) });
    this.runs.add(run);
    try {
      await run.definitions();
      await recoverCall(run, keeper, row);
    } finally {
      this.runs.delete(run);
      await run.end();
    }
  }

  /** Writes progress of the call to its row, for `task_status` in any process. */
  private withProgress({ key, callId }: CallRow, listener: RunEventListener | undefined): RunEventListener {
    return (event: RunEvent) => {
      if (event.type === 'progress' && event.callId === callId) {
        this.settings.keeper.report(key, event.progress);
      }
      return listener?.(event);
    };
  }
}
