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
}

/** For a context that belongs to no call. */
export const NO_LEDGER: RunLedger = { settleIn: () => Promise.reject(outsideCall('ledger.settleIn')) };
