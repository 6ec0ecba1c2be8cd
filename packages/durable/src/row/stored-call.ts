import { HaftError } from '@haft/core';
import type { CallRow } from '@haft/runtime';
import { tryParseJson } from '@haft/arguments/internal';
import { isSigned, isStored, ownerOf, type StoredCall } from '@haft/runtime/internal';

/**
 * Reads the call of a row.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING` if it has another form, belongs to another row, or its
 *   signature is missing or wrong
 */
export function readStored(row: CallRow, secret: string | undefined): StoredCall {
  const call = tryParseJson(row.call);
  if (!isStored(call) || !isOfRow(call, row)) {
    throw invalidRow(row.key, 'it has another form, or belongs to another row');
  }
  if (!isSigned(call, secret)) throw invalidRow(row.key, 'its signature is wrong');
  return call;
}

function isOfRow({ key, id, run }: StoredCall, row: CallRow): boolean {
  const { tenantId, userId } = ownerOf(run);
  const isOwn = tenantId === row.tenantId && userId === row.userId;
  return isOwn && key === row.key && run.id === row.runId && id === row.callId;
}

/** Returns the error for a row that another program changed. */
export function invalidRow(key: string, reason: string): HaftError {
  return new HaftError('HAFT_INVALID_PENDING', `The call ${key} of the ledger cannot be continued: ${reason}.`, {
    hint: 'Do not change rows of the ledger, and give all runtimes that share it the same pendingSecret.',
  });
}

/** Reads a part of a row. Undefined if the row was changed: the step that needs it reports that. */
export function ifUnchanged<Part>(read: () => Part): Part | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
