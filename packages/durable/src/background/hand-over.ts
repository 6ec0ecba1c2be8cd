import type { CallRow, PlainCall } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import type { CallerOptions, RunPort } from '@haft/runtime/internal';
import type { LedgerKeeper } from '../keeper/ledger-keeper.js';
import { readStored } from '../row/stored-call.js';

/** Returns whether a row is a background call that needs no decision before it is executed. */
export function isQueued(row: CallRow, secret: string | undefined): boolean {
  return row.request === null && readStored(row, secret).background === true;
}

/**
 * Gives a background call to its executor. Without one, this process executes it later.
 *
 * @param options - options of the run that the call is executed in
 * @returns false if another process executes it, which looks for it in the ledger
 */
export async function handOver(
  keeper: LedgerKeeper,
  run: RunPort,
  row: CallRow,
  options: CallerOptions,
): Promise<boolean> {
  const { key, tenantId, userId, attempt, tool } = row;
  const { runtime } = run;
  const executor = run.toolbox.findWaiting(tool)?.planned.executor;
  if (executor?.enqueue === undefined) return keeper.background.start({ key, tenantId, userId }, options);
  try {
    await executor.enqueue(tryParseJson(row.call) as PlainCall, attempt + 1);
  } catch (error) {
    // The row is queued, so that `runtime.recover` hands it over again.
    runtime.observe.logger.error(`The background call ${key} was not handed over.`, { error });
  }
  return true;
}
