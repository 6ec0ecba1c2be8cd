import { CALL_STATES, type CallRow } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import { type Call, ownerOf, type RowOfCall, turnOf } from '@haft/runtime/internal';
import { isObject } from '@haft/schema/basics';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';

/**
 * Returns the row of the same call under another key: of the two, only one was made with its turn,
 * or an older version wrote the row. A host may replay an answer from its history, which has no
 * turn, or begin to tell turns.
 *
 * @param fingerprint - the fingerprint of the call, by which rows of older versions are compared
 */
export async function earlierCall(
  call: Call,
  { store }: LedgerKeeper,
  { key, content = '', equals = 0 }: RowOfCall,
  fingerprint: string,
): Promise<CallRow | undefined> {
  const { run, id: callId, origin } = call;
  if (origin.parent !== undefined || !run.keeping.mayHaveEarlierCalls) return undefined;
  const isTurnKnown = turnOf(call) !== '';
  const owned = { ...ownerOf(run.options), runId: run.id, callId };
  const rows = await store.list({ ...owned, contents: [content, ''], states: CALL_STATES, limit: 1000 });
  if (rows.some((row) => row.key === key)) return undefined;
  const isSame = (row: CallRow): boolean => {
    if (row.content === '') return row.fingerprint === fingerprint;
    return isTurnKnown === (row.turn === '') && !isInner(row);
  };
  const same = rows.filter(isSame);
  const last = same.at(-1);
  return same.filter(({ turn }) => turn === last?.turn)[equals];
}

/** Returns whether a row is of an inner call. An outer call names its key. */
export function isInner({ call }: CallRow): boolean {
  const stored = tryParseJson(call);
  return isObject(stored) && stored['outer'] !== undefined;
}
