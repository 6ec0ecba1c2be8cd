import type { InterruptedOutcome } from '@haft/core';
import type { CallRow, CallState, RetiredCalls } from '@haft/runtime';
import { unknownEnd } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { beginAttempt } from '../row/begin-attempt.js';
import { outcomeOfRow } from '../row/outcome-of-row.js';
import { readStored } from '../row/stored-call.js';
import { settleWithout } from '../row/through-ledger.js';
import { letContinue } from '../runs/suspended-row.js';

/**
 * Ends the open calls of a tool that is gone for good. Calls that never began are cancelled. The
 * end of calls whose process died is unknown. Calls in progress end by themselves.
 *
 * @param secret - the secret that signs rows
 */
export async function retireTool(
  keeper: LedgerKeeper,
  tool: string,
  secret: string | undefined,
): Promise<RetiredCalls> {
  const cancelled: string[] = [];
  const unknown: string[] = [];
  for await (const row of rowsOf(keeper, { tool, states: OPEN })) {
    if (row.state === 'running') {
      if (await endDead(keeper, row, secret)) unknown.push(row.key);
    } else if (await cancelRow(keeper, row, secret)) cancelled.push(row.key);
  }
  return { cancelled, unknown };
}

const OPEN: readonly CallState[] = ['awaiting', 'approved', 'queued', 'running'];
const WAITING: readonly CallState[] = ['awaiting', 'approved', 'queued'];

/** Returns false if the process of the call may still execute it. */
async function endDead(keeper: LedgerKeeper, row: CallRow, secret: string | undefined): Promise<boolean> {
  const { callId, tool } = row;
  const { lease } = await beginAttempt(keeper, row, [], true);
  if (lease === undefined || !(await settleWithout(keeper, lease, unknownEnd({ callId, tool })))) return false;
  await afterwards(keeper, row, secret);
  return true;
}

async function cancelRow(keeper: LedgerKeeper, row: CallRow, secret: string | undefined): Promise<boolean> {
  const { changed, row: after } = await keeper.store.cancel(row, {
    outcome: JSON.stringify(retired(row)),
    now: keeper.clock.now(),
  });
  if (!changed || after?.state !== 'cancelled') return false;
  await afterwards(keeper, row, secret);
  return true;
}

/** Lets the outer call continue with the outcome, and cancels the inner calls that wait. */
async function afterwards(keeper: LedgerKeeper, row: CallRow, secret: string | undefined): Promise<void> {
  await letContinue(keeper, row, secret);
  if (row.kind !== 'program') return;
  for await (const inner of rowsOf(keeper, { runId: row.runId, states: WAITING })) {
    if (readStored(inner, secret).outer === row.key) await cancelRow(keeper, inner, secret);
  }
}

/** Reads all rows that fit. Rows that end meanwhile do not move the others. */
async function* rowsOf(
  { store }: LedgerKeeper,
  filter: { readonly tool?: string; readonly runId?: string; readonly states: readonly CallState[] },
): AsyncGenerator<CallRow> {
  for (let after: CallRow | undefined; ;) {
    const page = await store.list({ ...filter, limit: PAGE, ...(after === undefined ? {} : { after }) });
    yield* page.filter((row) => outcomeOfRow(row) === undefined);
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

const PAGE = 200;

function retired({ callId, tool }: CallRow): InterruptedOutcome {
  const text = `The tool ${tool} no longer exists, so this call was not made. Do not call it again.`;
  return { status: 'interrupted', callId, tool, text, repairs: [], notStarted: true };
}
