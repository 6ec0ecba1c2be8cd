import type { DeferralRequest } from '@haft/core';
import { isObject } from '@haft/schema/internal';
import { tryParseJson } from '../../arguments/text/try-parse-json.js';
import type { OpenCall } from '../../call/deferral/open-call.js';
import { readStored } from '../../call/ledger/stored-call.js';
import type { CallRow } from '../../ledger/call-ledger.js';

/**
 * Returns the open call of a row. Undefined if the row has no request.
 *
 * @throws {HaftError} `HAFT_INVALID_PENDING` if the row was changed
 */
export function openCallOfRow(row: CallRow, secret: string | undefined): OpenCall | undefined {
  const request = requestOf(row);
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

/** Returns the request of a row. Undefined if it has none. */
export function requestOf(row: CallRow): DeferralRequest | undefined {
  const request = tryParseJson(row.request ?? '');
  const isOwn = isObject(request) && request['callId'] === row.callId && request['fingerprint'] === row.fingerprint;
  return isOwn ? (request as unknown as DeferralRequest) : undefined;
}
