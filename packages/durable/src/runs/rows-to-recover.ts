import type { CallRow } from '@haft/runtime';
import { isQueued } from '../background/hand-over.js';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { ifUnchanged } from '../row/stored-call.js';
import { positionOf } from '../row-states.js';
import { isDenied } from './can-continue.js';

/** Selects rows for `runtime.recover`. */
export interface RowsToRecover {
  /** Most rows. */
  readonly limit: number;
  readonly now: number;
  /** Approved and queued rows must have waited since before this time. */
  readonly idleSince: number;
  readonly calls: 'all' | 'background';
}

/** The rows to continue, and the keys of rows that are for a process with their tools. */
export interface FoundRows {
  readonly rows: readonly CallRow[];
  readonly skipped: readonly string[];
}

/**
 * Finds rows that no process works on and that this process may continue. Those come first that
 * wait longest. Looks at 1,000 rows, and continues there the next time if the rest is unknown: rows
 * that are for other processes never hide those behind them.
 */
export async function rowsToRecover(
  keeper: LedgerKeeper,
  { limit, calls, ...times }: RowsToRecover,
): Promise<FoundRows> {
  const { store, searchedTo, host } = keeper;
  const { fixedTools } = host.runtime;
  const rows: CallRow[] = [];
  /** Rows that failed lately. They never take the place of others. */
  const failed: CallRow[] = [];
  const skipped: string[] = [];
  const found = (): FoundRows => ({ rows: rows.length > 0 ? rows : failed.slice(0, limit), skipped });
  let after = searchedTo.get(calls);
  let isPartial = after !== undefined;
  searchedTo.delete(calls);
  for (let pages = MOST_ROWS / PAGE; pages > 0 && rows.length < limit; pages--) {
    const page = await store.abandoned({ ...times, calls, limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const row of page) {
      if (rows.length === limit) break;
      after = positionOf(row);
      if (isBusy(keeper, row) || !isWanted(keeper, row, calls)) continue;
      if (fixedTools !== undefined && fixedTools.findWaiting(row.tool) === undefined && !isDenied(row)) {
        skipped.push(row.key);
        continue;
      }
      const when = keeper.retries.of(row.key, Date.now());
      if (when === 'now') rows.push(row);
      else if (when === 'last') failed.push(row);
    }
    if (page.length === PAGE) continue;
    if (!isPartial || rows.length > 0) return found();
    // A search that began in the middle found nothing there.
    after = undefined;
    isPartial = false;
  }
  if (after !== undefined && (isPartial || rows.length < limit)) searchedTo.set(calls, after);
  return found();
}

const MOST_ROWS = 1000;
const PAGE = 200;

/** Returns whether this process continues or executes the call of a row. */
function isBusy({ recovering, leases }: LedgerKeeper, row: CallRow): boolean {
  return recovering.has(row.key) || leases.executes(row);
}

/** A changed row is for the process that recovers all calls. */
function isWanted({ background, host, secret }: LedgerKeeper, row: CallRow, calls: RowsToRecover['calls']): boolean {
  const isBackground = ifUnchanged(() => isQueued(row, secret)) === true;
  return isBackground ? background.isActive || host.hasExecutor : calls !== 'background';
}
