import { CALL_STATES } from '../../ledger/call-states.js';
import type { CallRow } from '../../ledger/call-ledger.js';
import type { LedgerKeeper } from '../../ledger/ledger-keeper.js';
import { ownerOf } from '../../ledger/owner.js';
import type { Call } from '../call.js';
import { turnOf } from './row-of.js';
import type { RowOfCall } from './row-of-call.js';

/**
 * Returns the row of the same call under another key: one that was made when its turn was known, or
 * by an older version. A host may replay an answer from its history, which has no turn.
 *
 * @param fingerprint - the fingerprint of the call, by which rows of older versions are compared
 */
export async function earlierCall(
  call: Call,
  { store }: LedgerKeeper,
  { key, content = '', use = 0 }: RowOfCall,
  fingerprint: string,
): Promise<CallRow | undefined> {
  const { run, id: callId, optional } = call;
  if (turnOf(call) !== '' || optional.parent !== undefined || !run.mayHaveEarlierCalls) return undefined;
  const owned = { ...ownerOf(run.options), runId: run.id, callId };
  const rows = await store.list({ ...owned, contents: [content, ''], states: CALL_STATES, limit: 1000 });
  if (rows.some((row) => row.key === key)) return undefined;
  const same = rows.filter((row) => (row.content === '' ? row.fingerprint === fingerprint : row.turn !== ''));
  const last = same.at(-1);
  return same.filter(({ turn }) => turn === last?.turn)[use];
}
