import type { RunContext } from '@haft/core';
import type { JsonValue } from '@haft/schema';
import { isObject } from '@haft/schema/internal';

/**
 * Keeps the id of a task in the row of its call, so that another process finds the task again.
 *
 * @param server - the name of the toolset
 * @returns false if the call has no row, or the ledger fails
 */
export function keepTask(server: string, taskId: string, run: RunContext): Promise<boolean> {
  return kept({ server, task: taskId }, run);
}

/** Forgets a task that failed, so that an interceptor may execute the call again. */
export async function forgetTask(run: RunContext): Promise<void> {
  await kept(null, run);
}

/** Returns the id of the task that an attempt of this call kept. Undefined if there is none. */
export function keptTask(server: string, run: RunContext): string | undefined {
  const value = run.ledger.kept;
  if (!isObject(value) || value['server'] !== server) return undefined;
  return typeof value['task'] === 'string' ? value['task'] : undefined;
}

async function kept(value: JsonValue, run: RunContext): Promise<boolean> {
  try {
    return await run.ledger.keep(value);
  } catch (error) {
    // The server works on the task, whether the ledger knows it or not.
    if (!run.signal.aborted) run.logger.error('The ledger of calls did not keep the task of a call.', { error });
    return false;
  }
}
