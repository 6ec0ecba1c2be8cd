import { randomUUID } from 'node:crypto';
import type { Logger } from '@haft/core';
import type { CallLease, CallLedger, EndState, PlainCall } from '@haft/runtime';

/** What a worker may do with a background call. */
export type Begin =
  /** Execute it. */
  | { readonly state: 'started'; readonly attempt: number }
  /** Settle it as `unknown_outcome`. */
  | { readonly state: 'unknown' }
  /** Wait: another worker has it until this time. */
  | { readonly state: 'held'; readonly until: number }
  /** Nothing: it has ended. */
  | { readonly state: 'ended'; readonly outcome: string };

/** Settings of a {@link RowAttempt}. */
export interface RowAttemptOptions {
  readonly ledger: CallLedger;
  readonly leaseMs: number;
  readonly call: PlainCall;
  /** Aborts when the lease is lost or the row is cancelled. */
  readonly controller: AbortController;
  readonly logger: Logger;
}

/** One attempt of a background call on its row in the ledger. */
export class RowAttempt {
  leaseUntil = 0;
  #lease: CallLease | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: RowAttemptOptions) {}

  /** Takes the lease, if the row allows it. */
  async begin(canRunAgain: boolean): Promise<Begin> {
    const { ledger, leaseMs, call } = this.options;
    const before = await ledger.get(call.key);
    if (before === undefined) return { state: 'ended', outcome: '' };
    const lease = randomUUID();
    const now = Date.now();
    this.leaseUntil = now + leaseMs;
    const { changed, row } = await ledger.start(call.key, { lease, leaseUntil: this.leaseUntil, now });
    if (row === undefined) return { state: 'ended', outcome: '' };
    if (!changed) {
      if (row.state === 'running' && row.leaseUntil !== null) return { state: 'held', until: row.leaseUntil };
      return { state: 'ended', outcome: row.outcome ?? '' };
    }
    this.#lease = { key: call.key, attempt: row.attempt, lease };
    const died = before.state === 'running';
    if (died && (!canRunAgain || row.attempt > MOST_STARTS)) return { state: 'unknown' };
    this.#renewLater();
    return { state: 'started', attempt: row.attempt };
  }

  /** Ends the attempt. A late outcome is dropped. */
  async settle(state: EndState, outcome: string): Promise<string> {
    this.stopRenewing();
    const { ledger, call, logger } = this.options;
    if (this.#lease === undefined) return outcome;
    const isSettled = await ledger.settle(this.#lease, { state, outcome, now: Date.now() });
    if (!isSettled) logger.warn(`A late outcome of '${call.tool}' was dropped: another worker has the call.`);
    return outcome;
  }

  stopRenewing(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #renewLater(): void {
    const { leaseMs } = this.options;
    // At most 2 s, since the renewal also brings cancellations.
    this.#timer = setTimeout(() => void this.#renew(), Math.min(leaseMs / 3, 2_000)).unref();
  }

  async #renew(): Promise<void> {
    const { ledger, leaseMs, controller, logger } = this.options;
    if (this.#lease === undefined) return;
    try {
      const until = Date.now() + leaseMs;
      const { lost, cancelled } = await ledger.renew([this.#lease], until);
      if (this.#timer === undefined) return;
      if (lost.length > 0) {
        controller.abort(new Error('Another worker has taken the call.'));
        return;
      }
      this.leaseUntil = until;
      if (cancelled.length > 0) controller.abort(new DOMException('The call was cancelled.', 'AbortError'));
    } catch (error) {
      logger.warn(`A lease could not be renewed: ${String(error)}`);
    }
    if (this.#timer !== undefined) this.#renewLater();
  }
}

/** A call that ended its worker twice does not start a third time. */
const MOST_STARTS = 2;
