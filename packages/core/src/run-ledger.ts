import type { JsonValue } from '@haft/schema';
import { outsideCall } from './outside-call.js';

/** The row of a call in the ledger, as its tool uses it. */
export interface RunLedger {
  /**
   * Ends this call in the ledger, inside your own transaction on the database of the ledger. The
   * effect and the end of the call are then committed together, or not at all. Do it last, and
   * return the same value.
   *
   * @param client - your connection, which has the transaction
   * @param value - the result of the call
   * @throws {HaftError} `HAFT_LEASE_LOST` if another process took over the call. Let it roll back
   *   your transaction.
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the ledger cannot do this for the call, if the
   *   value is not a valid result, or if the context does not belong to a call in progress
   */
  settleIn(client: unknown, value: unknown): Promise<void>;

  /**
   * Keeps a small value in the row of this call, such as the id of a job that another system does.
   * If the process dies, the next attempt and `reconcile` read it as `kept`. A value replaces the
   * one before. Await it: then the value survives the process.
   *
   * @param value - JSON of at most 2,000 characters
   * @returns whether the ledger keeps it. False if the call has no row in this process: there is no
   *   ledger, the tool needs no row, or this process or worker thread executes the call for
   *   another one, which has the row. Also false if your own ledger has no `keep`.
   * @throws {HaftError} `HAFT_LEASE_LOST` if another process took over the call
   * @throws {HaftError} `HAFT_INVALID_OPTION` if the value is too long or JSON has no form for it,
   *   or if the context does not belong to a call in progress
   */
  keep(value: JsonValue): Promise<boolean>;

  /**
   * The last value that this attempt or an earlier one kept. Undefined if there is none. A new
   * request for a decision and the decision `again` clear it.
   */
  readonly kept: JsonValue | undefined;

  /**
   * Whether another process continues this call, after its signal aborted: it took over the call,
   * or this process ends and leaves a background call to others. Do not cancel a kept job then.
   */
  readonly continuesElsewhere: boolean;
}

/** For a context that belongs to no call. */
export const NO_LEDGER: RunLedger = {
  settleIn: () => Promise.reject(outsideCall('ledger.settleIn')),
  keep: () => Promise.reject(outsideCall('ledger.keep')),
  kept: undefined,
  continuesElsewhere: false,
};
