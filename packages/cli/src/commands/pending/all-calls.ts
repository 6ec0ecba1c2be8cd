import type { PendingCall, PendingFilter, ProjectPending } from '../../project/project-pending.js';

/** Reads all pages of calls, oldest first. */
export async function allCalls(pending: ProjectPending, filter: PendingFilter): Promise<readonly PendingCall[]> {
  const found: PendingCall[] = [];
  let after: string | undefined;
  do {
    const { calls, next } = await pending.list({ ...filter, limit: 500, ...(after === undefined ? {} : { after }) });
    found.push(...calls);
    after = next;
  } while (after !== undefined);
  return found;
}
