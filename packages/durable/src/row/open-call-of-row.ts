import type { CallRow, OpenCall } from '@haft/runtime';
import { requestOfRow } from './request-of-row.js';
import { readStored } from './stored-call.js';

/**
 * Returns the open call of a row. Undefined if the row has no request.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING` if the row was changed
 */
export function openCallOfRow(row: CallRow, secret: string | undefined): OpenCall | undefined {
  const request = requestOfRow(row, secret);
  if (request === undefined) return undefined;
  const { arguments: args, input, granted, budget, key, background } = readStored(row, secret);
  return {
    request,
    arguments: args,
    input,
    granted,
    key,
    ...(budget && { budget }),
    ...(background && { background }),
  };
}
