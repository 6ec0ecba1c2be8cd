/**
 * Returns the key of a call in the ledger.
 *
 * @param use - how many calls of the run had this id before. A model may use an id again.
 */
export function callKey(runId: string, callId: string, use = 0): string {
  const key = `${part(runId)}/${part(callId)}`;
  return use === 0 ? key : `${key}/${use + 1}`;
}

/** Encodes an id. Replaces half characters, which have no encoding. */
function part(id: string): string {
  return encodeURIComponent(id.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
