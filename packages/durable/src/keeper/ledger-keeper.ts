import type { Logger } from '@haft/core';
import type { CallLedger, CallRef, RowPosition } from '@haft/runtime';
import type { CallerOptions } from '@haft/runtime/internal';
import { Leases } from './leases.js';
import { Quarantine } from './quarantine.js';
import type { RetryTimes } from './retry-times.js';
import { StoreClock } from './store-clock.js';

/** Executes background calls in this process. */
export interface BackgroundPort {
  /**
   * Executes a queued call of the ledger after the current task of the event loop.
   *
   * @param options - options of the run that the call is executed in
   * @returns false if this process leaves calls to others
   */
  start(call: CallRef, options: CallerOptions): boolean;
}

/** The ledger of a runtime, and what this process remembers of it. */
export class LedgerKeeper {
  /** The leases that this process holds. */
  readonly leases: Leases;
  /** Calls that this process could not continue. Set by the first one. */
  retries: RetryTimes | undefined = undefined;
  /** Executes background calls. The runtime sets it. */
  background: BackgroundPort | undefined = undefined;
  readonly clock: StoreClock;
  /** Executes calls that may end the process. */
  readonly quarantine = new Quarantine();
  /** The keys of calls that a recovery of this process continues now. */
  readonly recovering = new Set<string>();
  /** The last row of each search for calls to continue that did not reach the end. */
  readonly searchedTo = new Map<'all' | 'background', RowPosition>();

  constructor(
    /** The ledger of the host. */
    readonly store: CallLedger,
    /** How long a lease holds, in milliseconds. */
    readonly leaseMs: number,
    readonly logger: Logger,
  ) {
    this.clock = new StoreClock(store);
    this.leases = new Leases(this);
  }
}
