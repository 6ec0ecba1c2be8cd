import { CALL_STATES, type CallLedger, type CallRow, type RunRef } from '@haft/runtime';

type Listing = Pick<CallLedger, 'list'>;

/**
 * Returns the row of a call in memory. Keys are hashes, so that tests name a call by its
 * run and its id.
 *
 * @param path - `run/call`, or `run/call/2` for the second call with this id
 */
export function rowAt(ledger: Listing, path: string): CallRow | undefined {
  const { index, filter } = partsOf(path);
  const rows = ledger.list(filter);
  if (rows instanceof Promise) throw new Error('Use rowLater.');
  return (rows as readonly CallRow[])[index];
}

/** Returns the row of a call in any store. */
export async function rowLater(ledger: Listing, path: string): Promise<CallRow | undefined> {
  const { index, filter } = partsOf(path);
  return (await ledger.list(filter))[index];
}

/** Returns the key of a call in any store. */
export async function keyLater(ledger: Listing, path: string): Promise<string> {
  return (await rowLater(ledger, path))?.key ?? `no row ${path}`;
}

/** Returns the key of a call in memory. */
export function keyAt(ledger: Listing, path: string): string {
  return rowAt(ledger, path)?.key ?? `no row ${path}`;
}

/** Returns the row of a key, of any owner. */
export async function rowOfKey(ledger: Listing, key: string): Promise<CallRow | undefined> {
  return (await ledger.list({ key, states: CALL_STATES }))[0];
}

/** Returns a run without a user. */
export function runRef(runId: string): RunRef {
  return { runId, tenantId: '', userId: '' };
}

function partsOf(path: string) {
  const [runId = '', callId = '', use = '1'] = path.split('/').map(decodeURIComponent);
  return { index: Number(use) - 1, filter: { runId, callId, states: CALL_STATES } };
}
