import { isQueued } from '../../call/background/hand-over.js';
import type { CallRow, RowPosition } from '../../ledger/call-ledger.js';
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
 * Returns rows that no process works on and that this process may continue. Those come first that
 * wait longest. Looks at 1,000 rows, and continues there the next time if the rest is unknown: rows
 * that are for other processes never hide those behind them.
 */
export async function rowsToRecover(
  keeper: LedgerKeeper,
  { limit, now, idleSince, ...which }: RowsToRecover,
): Promise<readonly CallRow[]> {
  const { store, searchedTo } = keeper;
  const rows: CallRow[] = [];
  let after = searchedTo.get(which.calls);
  const search = { now, idleSince, calls: which.calls };
  let isPartial = after !== undefined;
  searchedTo.delete(which.calls);
  for (let pages = MOST_ROWS / PAGE; pages > 0 && rows.length < limit; pages--) {
    const page = await store.abandoned({ ...search, limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const row of page) {
      if (rows.length === limit) break;
      after = positionOf(row);
      if (keeper.failedLately?.has(row.key, now) !== true && isWanted(row, which)) rows.push(row);
    }
    if (page.length === PAGE) continue;
    if (!isPartial || rows.length > 0) return rows;
    // A search that began in the middle found nothing there.
    after = undefined;
    isPartial = false;
  }
  if (after !== undefined && (isPartial || rows.length < limit)) searchedTo.set(which.calls, after);
  return rows;
}

const MOST_ROWS = 1000;
const PAGE = 200;

function positionOf({ state, leaseUntil, updatedAt, key }: CallRow): RowPosition {
  return { since: (state === 'running' ? leaseUntil : undefined) ?? updatedAt, key };
}

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
