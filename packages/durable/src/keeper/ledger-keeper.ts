import type { CallLedger, RowPosition } from '@haft/runtime';
import type { DurableHost } from '@haft/runtime/internal';
import { BackgroundCalls } from '../background/background-calls.js';
import { Leases } from './leases.js';
import { Quarantine } from './quarantine.js';
import { RetryTimes } from './retry-times.js';
import { StoreClock } from './store-clock.js';

/** The ledger of a runtime, and what this process remembers of it. */
export class LedgerKeeper {
  /** The secret that signs rows. */
  readonly secret: string | undefined;
  /** The leases that this process holds. */
  readonly leases: Leases;
  /** Calls that this process could not continue. */
  readonly retries = new RetryTimes();
  /** Executes background calls in this process. */
  readonly background: BackgroundCalls;
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
    readonly host: DurableHost,
  ) {
    this.secret = host.runtime.people.pendingSecret;
    this.clock = new StoreClock(store);
    this.leases = new Leases(this);
    this.background = new BackgroundCalls(this);
  }
}
