import type { InterruptedOutcome } from '@haft/core';
import type { CallRow, CallState, RetiredCalls } from '@haft/runtime';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { allRows } from '../row/all-rows.js';
import { cancelInner } from '../row/cancel-inner.js';
import { endUnknown } from '../runs/end-unknown.js';
import { letContinue } from '../runs/suspended-row.js';

/**
 * Ends the open calls of a tool that is gone for good. Calls that never began are cancelled. The
 * end of calls whose process died is unknown. Calls in progress end by themselves.
 */
export async function retireTool(keeper: LedgerKeeper, tool: string): Promise<RetiredCalls> {
  const cancelled: string[] = [];
  const unknown: string[] = [];
  for await (const row of allRows(keeper.store, { tool, states: OPEN })) {
    if (row.state !== 'running') {
      if (await cancelRow(keeper, row)) cancelled.push(row.key);
    } else if ((await endUnknown(keeper, row)) !== undefined) {
      unknown.push(row.key);
      await letContinue(keeper, row);
    }
  }
  return { cancelled, unknown };
}

const OPEN: readonly CallState[] = ['awaiting', 'approved', 'queued', 'running'];

async function cancelRow(keeper: LedgerKeeper, row: CallRow): Promise<boolean> {
  const { changed, row: after } = await keeper.store.cancel(row, {
    outcome: JSON.stringify(retired(row)),
    now: keeper.clock.now(),
  });
  if (!changed || after?.state !== 'cancelled') return false;
  // The outer call continues with the outcome.
  await letContinue(keeper, row);
  await cancelInner(keeper, row);
  return true;
}

function retired({ callId, tool }: CallRow): InterruptedOutcome {
  const text = `The tool ${tool} no longer exists, so this call was not made. Do not call it again.`;
  return { status: 'interrupted', callId, tool, text, repairs: [], notStarted: true };
}
