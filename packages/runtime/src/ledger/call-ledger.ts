import type { DeferralKind } from '@haft/core';
import type { CallState, EndState } from '@haft/core/internal';
import type { DecisionLedger } from './decision-ledger.js';
import type { CallRef, RunRef } from './owner.js';

/** A call in the ledger. All times are milliseconds since the epoch. */
export interface CallRow extends CallRef, RunRef {
  /** Unique for its owner. See `callKey`. */
  readonly key: string;
  /** The answer of the model that the call belongs to. Empty if it is not known. */
  readonly turn: string;
  readonly callId: string;
  readonly tool: string;
  /** The hash of the tool and the arguments as sent. Empty in rows of older versions. */
  readonly content: string;
  /** The kind of the open request, `program` for a suspended call, or null. */
  readonly kind: RowKind | null;
  readonly state: CallState;
  /** The number of attempts that began. */
  readonly attempt: number;
  /** The holder of the running attempt. */
  readonly lease: string | null;
  /** The end of the lease. Its holder renews it before. */
  readonly leaseUntil: number | null;
  /** Whether the call should end. The holder of the lease reads it when it renews the lease. */
  readonly isCancelled: boolean;
  /** A decision counts only for this fingerprint. */
  readonly fingerprint: string;
  /** The idempotency key of all attempts. */
  readonly effectKey: string;
  /** The call as JSON: `PlainCall`. */
  readonly call: string;
  /** The open request as JSON. */
  readonly request: string | null;
  /** The decision as JSON. */
  readonly decision: string | null;
  /** The last progress of a background call as JSON. */
  readonly progress?: string | null;
  /** The value that the tool kept, as JSON. */
  readonly kept?: string | null;
  /** The outcome as JSON. */
  readonly outcome: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The time after which an approval is too late. */
  readonly expiresAt: number | null;
}

/** The kinds of rows that wait. A program waits for the calls that it made. */
export type RowKind = DeferralKind | 'program';

/** A row as it is written first, and again when a call asks for another decision. */
export interface ProposedCall extends Omit<
  CallRow,
  'attempt' | 'isCancelled' | 'decision' | 'progress' | 'kept' | 'outcome' | 'updatedAt' | 'state'
> {
  /** `running` with attempt 1 if a lease is given. */
  readonly state: 'awaiting' | 'queued' | 'running';
}

/** A paused run in the ledger. */
export interface SavedRun extends RunRef {
  /** The pending run as JSON, signed if the runtime has a secret. */
  readonly pending: string;
  readonly updatedAt: number;
}

/** A saved run with its version, which each save increments. The first version is 1. */
export interface StoredRun extends SavedRun {
  readonly version: number;
}

/** A run to save together with one of its calls. */
export interface RunWrite {
  readonly run: SavedRun;
  /** The version that it replaces. 0 means that there is none. */
  readonly version: number;
}

/** The right to end one attempt of a call. */
export interface CallLease extends CallRef {
  readonly attempt: number;
  /** Random. */
  readonly lease: string;
}

/** The end of an attempt. */
export interface CallEnd {
  readonly state: EndState;
  /** The outcome as JSON. */
  readonly outcome: string;
  /** The time. */
  readonly now: number;
}

/** The result of a change that another process may have made first. */
export interface RowChange {
  /** Whether this change was made. */
  readonly changed: boolean;
  /** The row after the change, or as it is. Undefined if there is none. */
  readonly row: CallRow | undefined;
  /** Whether the run of `saves` was saved with the row. Unset: no. */
  readonly isRunSaved?: boolean;
}

/** A decision about a row. */
export interface RowDecision {
  /** The row must have this fingerprint. */
  readonly fingerprint: string;
  /**
   * `approved` continues the call, `queued` continues it in the background, and `awaiting` lets a
   * suspended call wait. The ends need an outcome.
   */
  readonly state: 'approved' | 'queued' | 'awaiting' | 'done' | 'failed' | 'denied' | 'cancelled' | 'expired';
  /** The state of the row before. Default: `awaiting`. */
  readonly from?: 'awaiting' | 'queued' | 'approved' | 'unknown_outcome';
  /** The decision as JSON, or null for none. */
  readonly decision: string | null;
  /** The outcome as JSON, for an end. */
  readonly outcome?: string;
  /** The time. */
  readonly now: number;
  /** Whether it also counts after the time of the request, since it executes nothing. */
  readonly ignoresExpiry?: boolean;
  /**
   * With `approved`: the ledger begins the first attempt in the same write, so that the row is
   * `running`. A ledger that does not returns the row as `approved`, and `start` follows.
   */
  readonly begin?: { readonly lease: string; readonly leaseUntil: number };
}

/** Selects rows. All given properties must fit. */
export interface RowFilter {
  /** Default: `['awaiting', 'unknown_outcome']`. */
  readonly states?: readonly CallState[];
  readonly key?: string;
  readonly tenantId?: string;
  readonly userId?: string;
  readonly tool?: string;
  readonly kind?: RowKind;
  /** Leaves out suspended calls, which wait for their inner calls. Default: false. */
  readonly isDecidable?: boolean;
  readonly runId?: string;
  readonly callId?: string;
  /** Only rows with one of these. */
  readonly contents?: readonly string[];
  /** Only rows that were created before this time. */
  readonly createdBefore?: number;
  /** Only rows that expire before this time. `createdBefore` has an index, so give both. */
  readonly expiresBefore?: number;
  /** The last row of the page before. Rows come oldest first, by `createdAt` and `key`. */
  readonly after?: { readonly createdAt: number; readonly key: string };
  /** Default: 50. At most 1,000. */
  readonly limit?: number;
}

/** The position of a row among those that no process works on. */
export interface RowPosition {
  /** `leaseUntil` of a running row, and `updatedAt` of another one. */
  readonly since: number;
  /** Orders rows with the same `since`. */
  readonly key: string;
}

/** Options of {@link CallLedger.propose}. */
export interface ProposeOptions {
  /** Leases of running rows that the calls replace. Default: none. */
  readonly replaces?: readonly CallLease[];
  /** The paused run of the only call. Default: none. */
  readonly saves?: RunWrite;
}

/**
 * The code of durable calls: `durableCalls` of `@haft/durable`. A ledger brings it, so that an
 * application without a ledger does not load it.
 */
export interface CallFeature {
  readonly name: string;
}

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/**
 * Keeps calls that must survive a crash, and paused runs. Every change is a compare-and-set, so
 * that of several processes one succeeds. The owner is a part of each key: a method never finds a
 * row or a run of another owner. `@haft/durable` has ledgers in memory, SQLite and
 * Postgres, and a contract test for your own.
 */
export interface CallLedger {
  /** The code of durable calls. Give your own ledger `durableCalls` of `@haft/durable`. */
  readonly feature: CallFeature;

  /**
   * Decisions and open requests, for runtimes without a `decisionLedger`. A ledger without this
   * property leaves them in the memory of each process.
   */
  readonly decisions?: DecisionLedger;

  /**
   * Returns the time of the store, in milliseconds since the epoch. A runtime uses it for leases,
   * so that a process with a wrong clock does no harm. A ledger without it uses the clock of each
   * process.
   */
  now?(): Awaitable<number>;

  /**
   * Writes calls in one transaction. A row that exists is replaced only if it is `running` under
   * the lease in `replaces`, and is not cancelled. It keeps its attempts and its `createdAt`. The
   * `createdAt` of the call becomes its `updatedAt`. Every other row is left as it is.
   *
   * @param options.saves - for one call: its paused run, to save in the same transaction if the
   *   call is written and the stored run has this version. A ledger that does not leaves out
   *   `isRunSaved`, and `saveRun` follows.
   * @returns for each call: whether it was written, and the row as it is now
   */
  propose(calls: readonly ProposedCall[], options?: ProposeOptions): Awaitable<readonly RowChange[]>;

  /**
   * Changes an `awaiting` row of this fingerprint that has not expired. A decision about an unknown
   * outcome clears `kept` and `isCancelled`, so that the call begins again from the start.
   */
  decide(call: CallRef, decision: RowDecision): Awaitable<RowChange>;

  /**
   * Begins an attempt of a row that is `approved` or `queued`, or whose lease is over: increments
   * `attempt` and sets the lease.
   *
   * @param options.from - only these states. Default: `approved`, `queued`, and `running` after its
   *   lease
   */
  start(
    call: CallRef,
    options: {
      readonly lease: string;
      readonly leaseUntil: number;
      readonly now: number;
      readonly from?: readonly ('awaiting' | 'approved' | 'queued' | 'running')[];
    },
  ): Awaitable<RowChange>;

  /**
   * Extends leases.
   *
   * @returns the `lease` of each one that another attempt has taken, and of calls that should end
   */
  renew(
    leases: readonly CallLease[],
    leaseUntil: number,
  ): Awaitable<{ readonly lost: readonly string[]; readonly cancelled: readonly string[] }>;

  /**
   * Writes the progress of an attempt, as JSON of at most 2,000 characters. A ledger without this
   * method has no progress.
   */
  report?(lease: CallLease, progress: string): Awaitable<void>;

  /**
   * Writes a value that the tool of an attempt keeps, as JSON of at most 2,000 characters. Later
   * attempts read it. A ledger without this method keeps no values.
   *
   * @returns false if the lease was lost: the value is dropped
   */
  keep?(lease: CallLease, kept: string): Awaitable<boolean>;

  /** Ends an attempt. Returns false if the lease was lost: the outcome is late, and dropped. */
  settle(lease: CallLease, end: CallEnd): Awaitable<boolean>;

  /**
   * Ends an attempt in a transaction of the application, on the database of the ledger.
   *
   * @param client - the connection that has the transaction
   */
  settleIn?(client: unknown, lease: CallLease, end: CallEnd): Awaitable<boolean>;

  /**
   * Cancels a call. An `awaiting`, `approved` or `queued` row ends with the outcome. A `running`
   * row gets `isCancelled`.
   */
  cancel(call: CallRef, options: { readonly outcome: string; readonly now: number }): Awaitable<RowChange>;

  get(call: CallRef): Awaitable<CallRow | undefined>;
  list(filter: RowFilter): Awaitable<readonly CallRow[]>;

  /**
   * Returns rows that no process works on: `running` after the lease, and `approved` or `queued`
   * since before `idleSince`. Those come first that wait longest, by {@link RowPosition}.
   */
  abandoned(options: {
    readonly now: number;
    readonly idleSince: number;
    readonly limit: number;
    /** The last row of the page before. */
    readonly after?: RowPosition;
    /**
     * With `background`, the ledger leaves out rows with a `kind` or a `request`, and those whose
     * `call` has no text `"background":true`. A ledger that does not is correct, and slower.
     */
    readonly calls?: 'all' | 'background';
  }): Awaitable<readonly CallRow[]>;

  /** Saves a run. Returns false if its version is not `version`. 0 means that there is none. */
  saveRun(run: SavedRun, version: number): Awaitable<boolean>;
  getRun(run: RunRef): Awaitable<StoredRun | undefined>;

  /**
   * Deletes ended rows, and runs without rows, that were not changed since `before`. Keeps rows
   * with an unknown outcome, which a person may still decide. Deletes at most `limit` rows.
   *
   * @returns the number of deleted rows and runs
   */
  prune(options: { readonly before: number; readonly limit: number }): Awaitable<number>;

  /** Closes connections that the ledger opened. */
  close?(): Awaitable<void>;
}
