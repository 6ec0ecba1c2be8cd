import { setTimeout } from 'node:timers/promises';
import { styled } from '../../output/styled.js';
import type { PendingCall, ProjectPending } from '../../project/project-pending.js';

/**
 * Waits while a call is executed, and returns it. Background calls and calls whose time is over are
 * answered before they end, and this process must not close the ledger until then.
 *
 * @returns undefined if the ledger has no such call any longer
 */
export async function endedCall(pending: ProjectPending, key: string): Promise<PendingCall | undefined> {
  let call = await pending.get(key);
  if (!isExecuted(call)) return call;
  const note = 'The call is executed in the background. Waiting for its end.';
  process.stderr.write(`${styled('yellow', note, process.stderr)}\n`);
  while (isExecuted(call)) {
    await setTimeout(BETWEEN_LOOKS_MS);
    call = await pending.get(key);
  }
  return call;
}

const BETWEEN_LOOKS_MS = 100;

function isExecuted(call: PendingCall | undefined): boolean {
  return call?.state === 'queued' || call?.state === 'running';
}
