import { isQueued } from '../../call/background/hand-over.js';
import type { CallRow } from '../../ledger/call-ledger.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';

/** Selects rows for `runtime.recover`. */
export interface RowsToRecover {
  /** Most rows. */
  readonly limit: number;
  readonly now: number;
  /** Approved and queued rows must have waited since before this time. */
  readonly idleSince: number;
  readonly calls: 'all' | 'background';
  /** Whether background calls are for another process. */
  readonly leavesBackground: boolean;
  /** The secret that signs rows. */
  readonly secret: string | undefined;
}

/**
 * Returns rows that no process works on and that this process may continue, oldest first. Looks at
 * twice as many rows while too few of them are for this process, and at most at 1,000.
 */
export async function rowsToRecover(
  { store, failedLately }: LedgerKeeper,
  { limit, now, idleSince, ...which }: RowsToRecover,
): Promise<readonly CallRow[]> {
  for (let most = limit + failedLately.size; ; most *= 2) {
    const found = await store.abandoned({ now, idleSince, limit: most });
    const rows = found.filter((row) => !failedLately.has(row.key, now) && isWanted(row, which));
    if (rows.length >= limit || found.length < most || most >= MOST_ROWS) return rows.slice(0, limit);
  }
}

const MOST_ROWS = 1000;

function isWanted(
  row: CallRow,
  { calls, leavesBackground, secret }: Pick<RowsToRecover, 'calls' | 'leavesBackground' | 'secret'>,
): boolean {
  return isBackground(row, secret) ? !leavesBackground : calls !== 'background';
}

/** A changed row is reported by the process that recovers all calls. */
function isBackground(row: CallRow, secret: string | undefined): boolean {
  try {
    return isQueued(row, secret);
  } catch {
    return false;
  }
}
