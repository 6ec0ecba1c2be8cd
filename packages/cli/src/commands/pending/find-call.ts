import { HaftError } from '@haft/core/errors';
import { didYouMean } from '../../did-you-mean.js';
import type { PendingCall, ProjectPending } from '../../project/project-pending.js';

/**
 * Returns the call with this key.
 *
 * @throws {HaftError} `HAFT_UNKNOWN_DECISION` if there is none. The hint names a similar key.
 */
export async function findCall(pending: ProjectPending, key: string): Promise<PendingCall> {
  const call = await pending.get(key);
  if (call !== undefined) return call;
  const { calls } = await pending.list({ limit: 1000 });
  const similar = didYouMean(
    key,
    calls.map((one) => one.key),
  ).trimStart();
  throw new HaftError('HAFT_UNKNOWN_DECISION', `The ledger has no call with the key '${key}'.`, {
    hint: similar === '' ? 'Run `haft pending list` to see the keys.' : similar,
  });
}
