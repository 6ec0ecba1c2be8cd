import type { JsonValue } from '@haft/schema';
import type { CallLease } from '../../ledger/call-ledger.js';

/** The row of a call in the ledger. The steps change it. */
export interface RowOfCall {
  readonly key: string;
  /** The idempotency key of all attempts. */
  readonly effectKey: string;
  /** The hash of the tool and the arguments, until the row is written. */
  readonly content?: string;
  /** How many equal calls with its id come before it. Default: 0. */
  readonly equals?: number;
  /** The attempt of this process. Undefined until it begins. */
  lease?: CallLease;
  /** Whether the tool of this attempt began, so that its end settles the row. */
  isExecuting?: true;
  /** Whether the outcome is in the ledger. */
  isSettled?: true;
  /** Whether an attempt before this one died, so that the tool is asked what became of it. */
  isRecovered?: true;
  /** Whether this process knows that the call was cancelled in the ledger. */
  isCancelled?: true;
  /** Whether another process took over the call. */
  isLost?: true;
  /** The last value that the tool kept, in any attempt. */
  kept?: JsonValue;
}
