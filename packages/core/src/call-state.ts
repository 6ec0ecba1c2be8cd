/**
 * The state of a call in the ledger. `awaiting`: a person or another system decides. `approved`: a
 * decision allows it, and it has not begun. `queued`: an executor has it. `running`: an attempt has
 * a lease. The other states are ends, but a person may still decide about `unknown_outcome`.
 */
export type CallState = 'awaiting' | 'approved' | 'queued' | 'running' | EndState;

/** The state of a call that has ended. */
export type EndState = 'done' | 'failed' | 'denied' | 'cancelled' | 'expired' | 'unknown_outcome';
